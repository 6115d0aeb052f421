// Puts the page together.

function headOf(world, round) {
    const {game, rules} = round,
        {capture} = world;
    const about = [
        round.mission,
        rules.system && clean(rules.system, 40),
        rules.players !== undefined && `${Words.plural(rules.players, 'player')} at most`,
        rules.minutes ? Words.plural(rules.minutes, 'minute') : rules.minutes === 0 && !rules.limit && 'no limits',
        round.limit,
        rules.collisions === undefined ? '' : `collisions ${rules.collisions ? 'on' : 'off'}`,
    ].filter(Boolean);
    const sides = {host: 'captured at the host', client: 'captured at a player\u2019s'};
    document
        .getElementById('server')
        .replaceChildren(named(game.server || (rules.system ? `Battle in ${clean(rules.system, 40)}` : 'Battle')));
    document.title = `${clean(game.server || game.host, 60)} \u2013 after-action report`;
    document.getElementById('rules').replaceChildren(...about.map((word) => make('span', {}, word)));
    document
        .getElementById('facts')
        .replaceChildren(
            ...[
                Words.date(capture.start),
                `${Words.duration(round.to - round.from)} of play`,
                sides[game.side] || '',
                game.files && `files: ${clean(game.files, 120)}`,
                clean(game.host, 60),
            ]
                .filter(Boolean)
                .map((word) => make('span', {}, word))
        );
    const players = round.players.filter((player) => !player.refused),
        most = 16;
    document.getElementById('players').replaceChildren(
        ...players.slice(0, most).map((player) => {
            const ships = round.ships.filter((ship) => ship.player === player.index);
            return make(
                'li',
                {style: {'--colour': Palette.ofPlayer(player)}},
                named(game.playerName(player.index), {class: 'who'}),
                make(
                    'span',
                    {class: 'class'},
                    clean([...new Set(ships.map((ship) => ship.className))].join(', '), 60) || 'no ship'
                )
            );
        }),
        players.length > most ? make('li', {class: 'more'}, `and ${players.length - most} more`) : ''
    );
}

function chooserOf(world, choose) {
    const root = document.getElementById('chooser');
    root.hidden = world.rounds.length < 2;
    root.replaceChildren(
        ...world.rounds.map((round, i) =>
            make(
                'button',
                {'data-round': i, onclick: () => choose(i)},
                make('b', {}, clean(round.rules.system || round.game.server || round.game.host, 30)),
                ` ${round.mission} `,
                make('span', {class: 'quiet'}, `${Words.time(round.from)}\u2013${Words.time(round.to)}`)
            )
        )
    );
    return root;
}

function start() {
    const world = new World(JSON.parse(document.getElementById('world').textContent));
    Palette.assign(world.games);
    Palette.apply();
    const at = (id) => document.getElementById(id);
    const clock = new Clock(at('transport'));
    const parts = {clock};
    const select = (pilot) => {
        parts.roster.select(pilot);
        parts.map.select(pilot);
    };
    parts.map = new BattleMap(at('map'), at('map-tools'), clock, select);
    parts.roster = new Roster(at('ships'), clock, select);
    parts.log = new Log(at('happenings'), clock);
    parts.timelines = new Timelines(at('timeline-charts'), clock);
    at('timeline-tools').append(parts.timelines.reset);
    parts.scores = new Scores(at('score-tables'), clock);
    parts.network = new Network(at('network-charts'));
    parts.highlights = new Highlights(at('highlight-lines'));
    parts.remarks = new Remarks(at('remark-list'));
    parts.remarks.setWorld(world);
    at('program').textContent = clean(world.program, 40);
    at('scheme').addEventListener('click', () => Palette.choose(Palette.scheme === 'dark' ? 'light' : 'dark'));
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => Palette.apply());
    Palette.listeners.push(() => clock.drawRibbon());

    const chooser = chooserOf(world, (index) => choose(index));
    const choose = (index) => {
        const round = world.rounds[index];
        for (const button of chooser.children)
            button.setAttribute('aria-pressed', String(Number(button.dataset.round) === index));
        headOf(world, round);
        clock.round = round;
        parts.roster.setRound(round);
        parts.map.setRound(round);
        parts.log.setRound(round);
        parts.highlights.setRound(round);
        clock.setRound(round);
        parts.timelines.setRound(round);
        parts.scores.setRound(round);
        parts.network.setRound(round);
        clock.seek(openingOf(round));
        select(round.pilots.find((pilot) => pilot.shipAt(clock.now).isThere(clock.now)) || round.pilots[0] || null);
        parts.map.look('auto', true);
    };
    at('nothing').hidden = world.rounds.length > 0;
    at('everything').hidden = at('battle').hidden = world.rounds.length === 0;
    if (world.rounds.length) {
        choose(0);
        clock.pilot = () => parts.map.selected;
        openLinks(world, parts, choose, select);
        keepUp(clock);
    }
    Palette.listeners.push(() => {
        const pressed = chooser.querySelector('[aria-pressed=true]');
        if (world.rounds.length) headOf(world, world.rounds[pressed ? Number(pressed.dataset.round) : 0]);
    });
    readyForPaper(parts);
    // For those who test the page or measure it.
    window.bcnetReport = {world, words: Words, moments: Moments, sections: SECTIONS, sentenceOf, ...parts, select, choose};
}

// A link to a moment: its round, its time, its ship.
function openLinks(world, {clock, log}, choose, select) {
    const open = () => {
        const wanted = Moments.read(location.hash || '');
        const index = wanted ? world.rounds.findIndex((round) => round.holds(wanted.t)) : -1;
        if (index < 0) return;
        if (world.rounds[index] !== clock.round) choose(index);
        clock.seek(wanted.t);
        const pilot = clock.round.pilots.find((candidate) => candidate.name === wanted.ship);
        if (pilot) select(pilot);
        log.follow(true);
    };
    window.addEventListener('hashchange', open);
    open();
}

// While a game is captured (bcnet-report --live) the page is written anew every few seconds, and loads itself. Who looks at
// an earlier moment comes back to it; who follows sees the newest.
function keepUp(clock) {
    const seconds = Number(document.documentElement.dataset?.live);
    if (!seconds) return;
    const atEnd = () => clock.now >= clock.round.to - 0.5,
        newest = () => clock.seek(clock.round.to);
    const live = make('button', {id: 'live', class: 'step', title: 'Follow the game', onclick: newest}, 'Live');
    clock.root.prepend(live);
    clock.read(() => live.setAttribute('aria-pressed', String(atEnd())));
    if (!Moments.read(location.hash)) newest();
    setInterval(() => {
        history.replaceState(null, '', atEnd() ? '#live' : clock.linkHere());
        location.reload();
    }, seconds * 1000);
}

// On paper everything is there at once, in the light scheme; afterwards all is as it was.
function readyForPaper(parts) {
    const root = document.documentElement,
        paperWidth = 970;
    let before = null;
    window.addEventListener('beforeprint', () => {
        const body = document.body,
            style = getComputedStyle(body);
        const width = body.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        root.style.setProperty('--screen-width', `${width}px`);
        root.style.setProperty('--paper-zoom', String(paperWidth / width));
        root.style.setProperty('--battle-height', `${document.getElementById('battle').clientHeight}px`);
        before = Palette.chosen;
        root.classList.add('paper');
        Palette.choose('light');
        parts.timelines.fillAll();
        parts.network.fill();
        parts.map.draw();
    });
    window.addEventListener('afterprint', () => {
        root.classList.remove('paper');
        Palette.choose(before);
    });
}

// The page opens in the middle of the action, not on an empty map: where most is fired.
function openingOf(round) {
    const window = Math.max(2, (round.to - round.from) / 40);
    let best = round.from + (round.to - round.from) / 3,
        most = 0;
    for (const shot of round.shots) {
        const near = round.shots.filter((other) => other.t >= shot.t && other.t < shot.t + window).length;
        if (near > most) [best, most] = [shot.t + Math.min(0.9, window / 4), near];
    }
    return best;
}

start();
