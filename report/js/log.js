// What happened, in sentences; the newest of this moment at the bottom.

const KINDS = {
    deaths: ['Deaths', ['death', 'ship', 'removed', 'self_destruct', 'end', 'restart', 'server_restart', 'kills']],
    shots: ['Shots', ['torpedo', 'pulse', 'phaser', 'tractor', 'beam']],
    damage: ['Damage', ['damage', 'needs_repair', 'repaired', 'beyond_repair', 'collision']],
    talk: ['Chat', ['chat', 'team_chat', 'join', 'leave', 'refused', 'team']],
    orders: ['Orders', ['cloak', 'decloak', 'on', 'off', 'warp', 'enter', 'phaser_level', 'torpedo_type']],
};
const LEVELS = ['low', 'medium', 'high'];
const LOG_ROWS = 400; // put onto the page at once; the others when somebody scrolls there

// A sentence about an event, as text and names set apart.
function sentenceOf(game, event) {
    const ship = () => make('b', {}, game.shipName(event.ship));
    const player = () => make('b', {}, named(game.playerName(event.player)));
    const text = () => clean(event.text || '', 300);
    switch (event.kind) {
        case 'join':
            return [player(), ' joins the game'];
        case 'leave':
            return [player(), ' leaves', event.text && event.text !== 'disconnect' ? `: ${text()}` : ''];
        case 'refused':
            return [player(), ' is turned away: ', text()];
        case 'ship':
            return [ship(), ' appears'];
        case 'death':
            return event.player === undefined ? [ship(), ' explodes'] : [ship(), ' is destroyed by ', player()];
        case 'removed':
            return [ship(), ' is taken out of the game'];
        case 'self_destruct':
            return [player(), ' gives the order to self-destruct'];
        case 'chat':
            return [player(), ': ', make('q', {}, make('bdi', {}, text()))];
        case 'team_chat':
            return [player(), ' to the team: ', make('q', {}, make('bdi', {}, text()))];
        case 'team':
            return [player(), ' joins ', text() || `team ${event.amount}`];
        case 'collision':
            return event.other === undefined
                ? [ship(), ' hits something']
                : [ship(), ' collides with ', make('b', {}, game.shipName(event.other))];
        case 'cloak':
            return [ship(), ' cloaks'];
        case 'decloak':
            return [ship(), ' decloaks'];
        case 'on':
            return [ship(), ` switches on: ${text()}`];
        case 'off':
            return [ship(), ` switches off: ${text()}`];
        case 'warp':
            return [ship(), event.text ? ` goes to warp, to ${text()}` : ' goes to warp'];
        case 'enter':
            return [ship(), ` arrives in ${text()}`];
        case 'needs_repair':
            return [ship(), ` needs repair: ${text()}`];
        case 'repaired':
            return [ship(), ` has repaired: ${text()}`];
        case 'beyond_repair':
            return [ship(), ` cannot repair: ${text()}`];
        case 'phaser_level':
            return [ship(), ` sets phasers to ${LEVELS[event.amount] || event.amount}`];
        case 'torpedo_type':
            return [ship(), ` loads torpedoes of type ${event.amount}`];
        case 'kills':
            return event.amount < 1 ? null : [player(), ` has ${Words.plural(event.amount, 'kill')}`];
        case 'end':
            return [`The round is over: ${text()}`];
        case 'restart':
            return ['The host starts a new round'];
        case 'server_restart':
            return ['The host starts a new game'];
        default:
            return null;
    }
}

function sentenceOfShot(game, shot) {
    const target =
        shot.target === undefined ? ' without a target' : [' at ', make('b', {}, game.shipName(shot.target))];
    const what = {torpedo: 'a torpedo', pulse: 'a pulse', phaser: 'phasers', tractor: 'a tractor beam', beam: 'a beam'}[
        shot.kind
    ];
    const weapon = shot.weapon && ['torpedo', 'pulse'].includes(shot.kind) ? ` (${clean(shot.weapon, 40)})` : '';
    return [make('b', {}, game.shipName(shot.ship)), ` fires ${what}`, target, weapon].flat();
}

function sentenceOfDamage(game, damage) {
    const parts = [
        ['hull', 'hull'],
        ['shields', 'shields'],
        ['systems', 'systems'],
    ]
        .filter(([key]) => damage[key] >= 0.5)
        .map(([key, word]) => `${word} \u2212${Words.number(damage[key])}`);
    if (!parts.length) return null;
    const by =
        damage.by !== undefined
            ? [', under fire of ', make('b', {}, named(game.playerName(damage.by)))]
            : damage.several
              ? [', under fire of several']
              : [];
    return [make('b', {}, game.shipName(damage.ship)), ` is hurt: ${parts.join(', ')}`, ...by];
}

// The sentence as plain text, for tooltips.
function plainSentence(parts) {
    return parts ? make('span', {}, parts).textContent : '';
}

class Log {
    constructor(root, clock) {
        this.clock = clock;
        this.shown = new Set(['deaths', 'shots', 'damage', 'talk', 'orders']);
        this.follows = true; // the moment; until somebody reads elsewhere
        this.list = make('ol', {class: 'log', id: 'log', tabindex: '0', 'aria-label': 'What happened'});
        this.search = make('input', {
            type: 'search',
            id: 'log-search',
            placeholder: 'Search',
            'aria-label': 'Search in what happened',
            oninput: () => this.rebuild(),
        });
        this.players = make('select', {id: 'log-player', 'aria-label': 'Player', onchange: () => this.rebuild()});
        this.back = make(
            'button',
            {
                id: 'log-follow',
                'aria-pressed': 'true',
                title: 'Keep the moment in view',
                onclick: () => this.follow(true),
            },
            'Now'
        );
        this.filters = make(
            'div',
            {class: 'filters'},
            Object.entries(KINDS).map(([key, [label]]) =>
                make(
                    'button',
                    {
                        'aria-pressed': 'true',
                        'data-filter': key,
                        onclick: (event) => this.toggle(key, event.currentTarget),
                    },
                    label
                )
            ),
            this.players,
            this.search,
            this.back
        );
        for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
            this.list.addEventListener(kind, () => this.follow(false));
        this.list.addEventListener('scroll', () => this.grow());
        root.append(this.filters, this.list);
        clock.read((now) => this.show(now));
    }

    toggle(key, button) {
        const on = !this.shown.delete(key);
        if (on) this.shown.add(key);
        button.setAttribute('aria-pressed', String(on));
        this.rebuild();
    }

    follow(on) {
        this.follows = on;
        this.back.setAttribute('aria-pressed', String(on));
        this.count = -1;
        if (on) this.show(this.clock.now);
    }

    setRound(round) {
        this.round = round;
        this.players.replaceChildren(
            make('option', {value: ''}, 'Everybody'),
            ...round.players.map((player) =>
                make('option', {value: player.index}, clean(round.game.playerName(player.index), 30))
            )
        );
        this.rebuild();
    }

    // Whether a line is about a player: does it, or it is done to their ship.
    concerns(item, player) {
        const owns = (ship) => ship !== undefined && this.round.game.ships[ship]?.player === player;
        return item.player === player || item.by === player || [item.ship, item.target, item.other].some(owns);
    }

    linesOf(items, kindOf, write) {
        const kinds = new Set([...this.shown].flatMap((key) => KINDS[key][1])),
            player = this.players.value ? Number(this.players.value) : null;
        return items
            .filter((item) => kinds.has(kindOf(item)) && (player === null || this.concerns(item, player)))
            .map((item) => ({t: item.t, kind: kindOf(item), event: item, parts: () => write(this.round.game, item)}));
    }

    rebuild() {
        const {events, shots, damage} = this.round,
            wanted = (this.search.value || '').toLowerCase();
        this.lines = [
            ...this.linesOf(events, (event) => event.kind, sentenceOf),
            ...this.linesOf(shots, (shot) => shot.kind, sentenceOfShot),
            ...this.linesOf(damage, () => 'damage', sentenceOfDamage),
        ]
            .filter((line) => !wanted || plainSentence(line.parts()).toLowerCase().includes(wanted))
            .sort((a, b) => a.t - b.t);
        this.times = this.lines.map((line) => line.t);
        this.first = this.last = 0;
        this.count = -1;
        this.list.replaceChildren();
        this.show(this.clock.now);
    }

    // All lines are there, past and coming; a long battle's around the moment, more where somebody scrolls.
    show(now) {
        const count = countUpTo(this.times, now + 0.001);
        if (count === this.count) return;
        this.count = count;
        if (this.last === 0 || (this.follows && (count <= this.first || count > this.last))) this.fill(count);
        if (this.current) this.current.removeAttribute('aria-current');
        this.current = null;
        let place = count <= this.last ? count - 1 - this.first : -1;
        while (place >= 0 && this.list.children[place].hidden) place--;
        if (place < 0) return;
        this.current = this.list.children[place];
        this.current.setAttribute('aria-current', 'time');
        if (this.follows)
            this.list.scrollTop = this.current.offsetTop - this.list.offsetTop - this.list.clientHeight * 0.6;
    }

    fill(count) {
        this.first = Math.max(0, count - LOG_ROWS / 2);
        this.last = Math.min(this.lines.length, this.first + LOG_ROWS);
        this.list.replaceChildren(...this.lines.slice(this.first, this.last).map((line) => this.makeLine(line)));
    }

    grow() {
        const {scrollTop, scrollHeight, clientHeight} = this.list,
            near = 200;
        if (this.follows) return;
        if (scrollTop + clientHeight > scrollHeight - near && this.last < this.lines.length) {
            const end = Math.min(this.lines.length, this.last + LOG_ROWS / 4);
            this.list.append(...this.lines.slice(this.last, end).map((line) => this.makeLine(line)));
            this.last = end;
        } else if (scrollTop < near && this.first > 0) {
            const begin = Math.max(0, this.first - LOG_ROWS / 4);
            this.list.prepend(...this.lines.slice(begin, this.first).map((line) => this.makeLine(line)));
            this.first = begin;
            this.list.scrollTop = scrollTop + this.list.scrollHeight - scrollHeight;
        }
    }

    // Where there is nothing to say the line stays, hidden, so that places are those of the list.
    makeLine(line) {
        const parts = line.parts();
        return make(
            'li',
            {class: line.kind, title: `frame ${line.event.frame} of the capture`, hidden: !parts},
            momentLink(line.t, Moments.pilotOf(this.round, line.event.ship)),
            make('span', {}, parts || '', line.kind === 'death' ? makeRecap(this.round, line.event.ship, line.t) : '')
        );
    }
}
