// What happened, in sentences; the newest of this moment at the bottom.

const KINDS = {
    deaths: ['Deaths', ['death', 'ship', 'removed', 'self_destruct', 'end', 'restart', 'server_restart', 'kills']],
    shots: ['Shots', ['torpedo', 'pulse', 'phaser', 'tractor', 'beam']],
    damage: ['Damage', ['damage', 'needs_repair', 'repaired', 'beyond_repair', 'collision']],
    talk: ['Chat', ['chat', 'team_chat', 'join', 'leave', 'refused', 'team']],
    orders: ['Orders', ['cloak', 'decloak', 'on', 'off', 'warp', 'enter', 'phaser_level', 'torpedo_type']],
};
const LEVELS = ['low', 'medium', 'high'];
const LOG_ROWS = 120;

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
            return [ship(), ` loads torpedoes of type ${event.amount + 1}`];
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
    return [make('b', {}, game.shipName(damage.ship)), ` is hit: ${parts.join(', ')}`, ...by];
}

// The sentence as plain text, for tooltips.
function plainSentence(parts) {
    return parts ? make('span', {}, parts).textContent : '';
}

class Log {
    constructor(root, clock) {
        this.clock = clock;
        this.shown = new Set(['deaths', 'shots', 'damage', 'talk', 'orders']);
        this.list = make('ol', {class: 'log', id: 'log', tabindex: '0', 'aria-label': 'What happened'});
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
            )
        );
        root.append(this.filters, this.list);
        clock.read((now) => this.show(now));
    }

    toggle(key, button) {
        const on = !this.shown.delete(key);
        if (on) this.shown.add(key);
        button.setAttribute('aria-pressed', String(on));
        this.rebuild();
    }

    setRound(round) {
        this.round = round;
        this.rebuild();
    }

    rebuild() {
        const {game, events, shots, damage} = this.round;
        const kinds = new Set([...this.shown].flatMap((key) => KINDS[key][1]));
        this.lines = [];
        for (const event of events)
            if (kinds.has(event.kind))
                this.lines.push({t: event.t, kind: event.kind, event, parts: () => sentenceOf(game, event)});
        for (const shot of shots)
            if (kinds.has(shot.kind))
                this.lines.push({t: shot.t, kind: shot.kind, event: shot, parts: () => sentenceOfShot(game, shot)});
        if (kinds.has('damage'))
            for (const hit of damage)
                this.lines.push({t: hit.t, kind: 'damage', event: hit, parts: () => sentenceOfDamage(game, hit)});
        this.lines.sort((a, b) => a.t - b.t);
        this.times = this.lines.map((line) => line.t);
        this.count = -1;
        this.show(this.clock.now);
    }

    show(now) {
        const count = countUpTo(this.times, now + 0.001);
        if (count === this.count) return;
        const first = Math.max(0, count - LOG_ROWS);
        if (this.count < 0 || count < this.count || first > this.count)
            this.list.replaceChildren(...this.lines.slice(first, count).map((line) => this.makeLine(line)));
        else {
            this.list.append(...this.lines.slice(this.count, count).map((line) => this.makeLine(line)));
            while (this.list.childElementCount > LOG_ROWS) this.list.firstChild.remove();
        }
        this.count = count;
        this.list.scrollTop = this.list.scrollHeight;
    }

    makeLine(line) {
        const parts = line.parts();
        if (!parts) return '';
        return make(
            'li',
            {class: line.kind, title: `frame ${line.event.frame} of the capture`},
            make('button', {class: 'when', onclick: () => this.clock.seek(line.t)}, Words.time(line.t)),
            make('span', {}, parts)
        );
    }
}
