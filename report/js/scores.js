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
        Palette.listeners.push(() => this.round && this.setRound(this.round));
    }

    setRound(round) {
        this.round = round;
        this.root.replaceChildren(
            this.makeBoard(),
            make('div', {class: 'columns'}, this.makeKills(), this.makeDamage())
        );
    }

    // The newest total that this round tells of.
    total(player, kind) {
        return this.round.rules.board.find((row) => row.player === player.index)?.[kind];
    }

    makeBoard() {
        const {game, players, ships, shots, damage} = this.round;
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
                    died: his.filter((ship) => ship.died !== undefined).length,
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
                make('button', {class: 'when', onclick: () => this.clock.seek(event.t)}, Words.time(event.t)),
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
        const order = [...sources.keys()].sort((a, b) => (typeof a === 'string') - (typeof b === 'string'));
        const label = (key) =>
            key === 'several' ? 'several at once' : key === 'nobody' ? 'nobody fired' : named(game.playerName(key));
        const most = Math.max(1, ...[...sources.values()].flatMap((row) => [...row.values()]));
        const rows = order.map((from) =>
            make(
                'tr',
                {},
                make('th', {scope: 'row', class: typeof from === 'string' ? 'quiet' : ''}, label(from)),
                [...victims.keys()].map((to) => {
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
            ...[...victims].map(([key, ship]) => [
                named(ship.owner ? game.playerName(key) : ship.name || ship.className),
            ]),
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
