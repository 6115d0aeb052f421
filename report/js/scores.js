// Who stands where, who killed whom, and who did how much damage as far as messages tell.

function table(heads, rows, options = {}) {
    return make(
        'div',
        {class: 'table'},
        make(
            'table',
            options,
            make(
                'thead',
                {},
                make(
                    'tr',
                    {},
                    heads.map(([text, title]) => make('th', {scope: 'col', title}, text))
                )
            ),
            make('tbody', {}, rows)
        )
    );
}

class Scores {
    constructor(root, clock) {
        this.root = root;
        this.clock = clock;
        this.until = Infinity; // or the slider's moment
        this.moment = make(
            'button',
            {
                id: 'score-moment',
                'aria-pressed': 'false',
                title: 'Of all that was told, or of what was told up to the slider',
                onclick: () => this.toggleMoment(),
            },
            'At this moment'
        );
        clock.read((now) => {
            if (!this.round || this.until === Infinity || this.until === now) return;
            this.until = now;
            this.board.replaceChildren(this.makeBoard());
        });
        Palette.listeners.push(() => this.round && this.setRound(this.round));
    }

    setRound(round) {
        this.round = round;
        this.board = make('div', {}, this.makeBoard());
        this.root.replaceChildren(
            make('p', {class: 'tools'}, this.moment),
            this.board,
            this.makeLead(),
            make('div', {class: 'columns'}, this.makeKills(), this.makeDamage())
        );
    }

    toggleMoment() {
        const on = this.until === Infinity;
        this.until = on ? this.clock.now : Infinity;
        this.moment.setAttribute('aria-pressed', String(on));
        this.board.replaceChildren(this.makeBoard());
    }

    // The newest total that this round tells of; at a moment, the newest until then.
    total(player, kind) {
        if (this.until === Infinity) return this.round.rules.board.find((row) => row.player === player.index)?.[kind];
        return this.told(player, kind)
            .filter((event) => event.t <= this.until)
            .pop()?.amount;
    }

    told(player, kind) {
        return this.round.events.filter((event) => event.kind === kind && event.player === player.index);
    }

    // After how many bolts at a target it lost something within five seconds under this player's fire alone: as near to hits as
    // messages go.
    followed(player, shots, damage) {
        const losses = new Map();
        for (const hit of damage.filter((candidate) => candidate.by === player.index))
            losses.set(hit.ship, [...(losses.get(hit.ship) || []), hit.t]);
        const bolts = shots.filter(
            (shot) =>
                shot.player === player.index && shot.target !== undefined && ['torpedo', 'pulse'].includes(shot.kind)
        );
        const near = bolts.filter((shot) => {
            const times = losses.get(shot.target) || [],
                next = countUpTo(times, shot.t);
            return next < times.length && times[next] < shot.t + 5;
        });
        return bolts.length ? `${Math.round((near.length * 100) / bolts.length)}\u202f%` : '\u2013';
    }

    // Who was ahead when: the scores that the host told, as lines.
    makeLead() {
        const {round} = this,
            wide = 600,
            high = 90;
        const curves = round.players
            .map((player) => ({player, told: this.told(player, 'score')}))
            .filter(({told}) => told.length);
        if (!curves.length) return '';
        const most = Math.max(1, ...curves.flatMap(({told}) => told.map((event) => event.amount)));
        const x = (t) => ((t - round.from) / (round.to - round.from)) * wide,
            y = (score) => high - 4 - (Math.max(0, score) / most) * (high - 8);
        const svg = (tag, attributes) => {
            const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
            for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
            return element;
        };
        const picture = svg('svg', {viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: 'none', class: 'lead-curve'});
        picture.append(
            ...curves.map(({player, told}) => {
                let path = `M0,${y(0)}`;
                for (const event of told) path += `H${x(event.t).toFixed(1)}V${y(event.amount).toFixed(1)}`;
                return svg('path', {d: `${path}H${wide}`, style: `stroke:${Palette.ofPlayer(player)}`});
            })
        );
        return make('figure', {id: 'lead'}, make('h3', {}, 'The lead'), picture);
    }

    makeBoard() {
        const {game, players} = this.round;
        const past = (items) => items.filter((item) => (item.t ?? item.first) <= this.until),
            [ships, shots, damage] = [this.round.ships, this.round.shots, this.round.damage].map(past);
        const board = players
            .filter((player) => !player.refused)
            .map((player) => {
                const his = ships.filter((ship) => ship.player === player.index);
                const fired = (...kinds) =>
                    shots.filter((shot) => shot.player === player.index && kinds.includes(shot.kind));
                const done = damage.filter(
                    (hit) => hit.by === player.index && game.ships[hit.ship].player !== player.index
                );
                const taken = damage.filter((hit) => game.ships[hit.ship].player === player.index);
                return {
                    player,
                    his,
                    torpedoes: fired('torpedo').length,
                    pulses: fired('pulse').length,
                    beams: fired('phaser', 'beam'),
                    score: this.total(player, 'score'),
                    kills: this.total(player, 'kills'),
                    deaths: this.total(player, 'deaths'),
                    died: his.filter((ship) => ship.died !== undefined && ship.died <= this.until).length,
                    followed: this.followed(player, shots, damage),
                    done: sumOf(done),
                    taken: sumOf(taken),
                };
            })
            .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || (b.kills ?? 0) - (a.kills ?? 0) || b.done - a.done);
        const told = (value) =>
            value === undefined
                ? make('span', {class: 'quiet', title: 'no message told'}, '\u2013')
                : Words.number(value);
        const rows = board.map((row) =>
            make(
                'tr',
                {'data-player': row.player.index},
                make(
                    'th',
                    {scope: 'row'},
                    make('span', {class: 'dot', style: {'--colour': Palette.ofPlayer(row.player)}}),
                    named(game.playerName(row.player.index)),
                    row.player.team === undefined ? '' : make('span', {class: 'class'}, ` ${this.teamName(row.player)}`)
                ),
                make(
                    'td',
                    {class: 'words'},
                    clean([...new Set(row.his.map((ship) => ship.className))].join(', '), 80) || '\u2013'
                ),
                make('td', {}, row.his.length),
                make('td', {}, told(row.kills)),
                make('td', {}, row.deaths === undefined && row.died ? row.died : told(row.deaths)),
                make('td', {class: 'strong'}, told(row.score)),
                make('td', {}, row.torpedoes),
                make('td', {}, row.pulses),
                make('td', {title: `${Words.number(this.seconds(row.beams))} s in all`}, row.beams.length),
                make('td', {}, row.followed),
                make('td', {}, Words.number(row.done)),
                make('td', {}, Words.number(row.taken))
            )
        );
        return table(
            [
                ['Player'],
                ['Ships flown'],
                ['Ships'],
                ['Kills', 'as the host told last'],
                ['Deaths', 'as the host told last'],
                ['Score', 'as the host told last'],
                ['Torpedoes', 'fired'],
                ['Pulses', 'fired'],
                ['Beams', 'how often phasers were fired'],
                ['Followed by loss', 'torpedoes and pulses after which their target lost something within 5 s; no message tells of hits'],
                ['Damage done', 'hit points that others lost while only this player fired at them'],
                ['Damage taken', 'hit points of hull, shields and subsystems together'],
            ],
            rows,
            {class: 'board', id: 'board'}
        );
    }

    teamName(player) {
        const event = this.round.events
            .filter((candidate) => candidate.kind === 'team' && candidate.player === player.index)
            .pop();
        return event ? clean(event.text || `team ${player.team}`, 30) : `team ${player.team}`;
    }

    seconds(beams) {
        return beams.reduce((sum, beam) => sum + (beam.until === undefined ? 0 : beam.until - beam.t), 0);
    }

    makeKills() {
        const {game, events} = this.round;
        const deaths = events.filter((event) => event.kind === 'death');
        const rows = deaths.map((event) =>
            make(
                'li',
                {},
                momentLink(event.t, Moments.pilotOf(this.round, event.ship)),
                make('span', {}, sentenceOf(game, event), this.blame(event))
            )
        );
        return make(
            'div',
            {},
            make('h3', {}, 'Kills'),
            rows.length ? make('ol', {class: 'kills', id: 'kills'}, rows) : make('p', {class: 'quiet'}, 'Nobody died.')
        );
    }

    // The host names no killer for collisions, self-destruction and the ships of players who leave.
    blame(death) {
        if (death.player !== undefined) return '';
        const {events, game} = this.round;
        const near = 3;
        const ship = game.ships[death.ship];
        const his = (kind) =>
            events.some((e) => e.kind === kind && e.player === ship.player && Math.abs(e.t - death.t) < near);
        const crashed = events.some(
            (e) => e.kind === 'collision' && e.ship === death.ship && death.t >= e.t && death.t - e.t < near
        );
        const why = his('self_destruct')
            ? 'self-destructed'
            : his('leave')
              ? 'its player left'
              : crashed
                ? 'after a collision'
                : 'no killer named';
        return make('span', {class: 'quiet'}, ` (${why})`);
    }

    makeDamage() {
        const {game, damage} = this.round;
        const sources = new Map(),
            victims = new Map();
        for (const hit of damage) {
            const from = hit.by !== undefined ? hit.by : hit.several ? 'several' : 'nobody';
            const ship = game.ships[hit.ship],
                to = ship.player === undefined ? 's' + ship.index : ship.player;
            victims.set(to, ship);
            if (!sources.has(from)) sources.set(from, new Map());
            const row = sources.get(from);
            row.set(to, (row.get(to) || 0) + hit.hull + hit.shields + hit.systems);
        }
        // Rows and columns in one order: the players', then who is none.
        const place = (key) => {
            const at = this.round.players.findIndex((player) => player.index === key);
            return at < 0 ? 1000 + (key === 'nobody') : at;
        };
        const order = [...sources.keys()].sort((a, b) => place(a) - place(b)),
            columns = [...victims.keys()].sort((a, b) => place(a) - place(b));
        const label = (key) =>
            key === 'several' ? 'several at once' : key === 'nobody' ? 'nobody fired' : named(game.playerName(key));
        const most = Math.max(1, ...[...sources.values()].flatMap((row) => [...row.values()]));
        const rows = order.map((from) =>
            make(
                'tr',
                {},
                make('th', {scope: 'row', class: typeof from === 'string' ? 'quiet' : ''}, label(from)),
                columns.map((to) => {
                    const value = sources.get(from).get(to) || 0;
                    return make(
                        'td',
                        {style: {'--heat': (value / most).toFixed(3)}, class: 'heat'},
                        value >= 0.5 ? Words.number(value) : ''
                    );
                })
            )
        );
        const heads = [
            ['Under fire of'],
            ...columns.map((key) => {
                const ship = victims.get(key);
                return [named(ship.owner ? game.playerName(key) : ship.name || ship.className)];
            }),
        ];
        return make(
            'div',
            {},
            make('h3', {}, 'Damage'),
            rows.length
                ? table(heads, rows, {class: 'matrix', id: 'matrix'})
                : make('p', {class: 'quiet'}, 'No condition fell.'),
            make(
                'p',
                {class: 'quiet note'},
                'Hit points lost (columns) while only that player (rows) fired at the ship. No message says ',
                'who did damage: this is put together from who fired when, and repairs in between hide losses.'
            )
        );
    }
}

function sumOf(hits) {
    return hits.reduce((sum, hit) => sum + hit.hull + hit.shields + hit.systems, 0);
}
