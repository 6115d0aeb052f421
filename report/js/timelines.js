// How each player's ships fared over time. All graphs share one axis with the slider: zoom one, and all follow; the
// line across them is the moment that the map shows.

// The weightiest first.
const MARKS = {
    death: '\u2715',
    ship: '\u25b2',
    self_destruct: '\u2622',
    chat: '\u275d',
    team_chat: '\u275d',
    warp: '\u226b',
    enter: '\u226a',
    cloak: '\u25cc',
    decloak: '\u25cf',
    collision: '\u2739',
    beyond_repair: '\u2692',
    needs_repair: '\u2692',
    repaired: '\u2713',
    off: '\u25b9',
    on: '\u25b9',
    phaser_level: '\u25b9',
    torpedo_type: '\u25b9',
};
const MARKS_KEY = [
    ['death', 'explodes'],
    ['ship', 'has a ship'],
    ['self_destruct', 'orders self-destruction'],
    ['chat', 'chat'],
    ['warp', 'goes to warp'],
    ['enter', 'arrives'],
    ['cloak', 'cloaks'],
    ['decloak', 'decloaks'],
    ['collision', 'collides'],
    ['needs_repair', 'needs repair'],
    ['repaired', 'has repaired'],
    ['on', 'another order'],
];
const AXIS_WIDTH = 44;

// Rows for the library: all times of several series, and a value of each at each of them; NaN ends a line.
function mergeSeries(lives, columns) {
    const rows = [];
    for (const life of lives) {
        const times = [...new Set(life.flatMap((series) => (series ? series.t : [])))].sort((a, b) => a - b);
        for (const t of times)
            rows.push([
                t,
                ...columns.map((_, i) => (life[i] && t >= life[i].t[0] ? valueAt(life[i].t, life[i].v, t) : null)),
            ]);
        if (times.length) rows.push([times[times.length - 1] + 0.001, ...columns.map(() => NaN)]);
    }
    return rows;
}

class Timelines {
    constructor(root, clock) {
        this.root = root;
        this.clock = clock;
        this.graphs = [];
        clock.read((now) => this.moveLine(now));
        Palette.listeners.push(() => this.recolour());
        this.observer = new IntersectionObserver(
            (entries) => {
                for (const entry of entries) if (entry.isIntersecting) this.fill(entry.target);
            },
            {rootMargin: '300px'}
        );
        this.reset = make('button', {id: 'whole', onclick: () => this.zoomTo(null)}, 'Whole round');
    }

    // Only the marks that this round has.
    showKey() {
        const {round} = this;
        const kinds = new Set(round.events.map((event) => MARKS[event.kind]));
        document
            .getElementById('marks-key')
            .replaceChildren(
                ...MARKS_KEY.filter(([kind]) => kinds.has(MARKS[kind])).map(([kind, words]) =>
                    make('span', {}, make('b', {}, MARKS[kind]), ` ${words}`)
                )
            );
    }

    setRound(round) {
        this.round = round;
        this.showKey();
        for (const {graph} of this.graphs) graph.destroy();
        this.graphs = [];
        this.range = null;
        this.observer.disconnect();
        this.pilots = round.pilots.filter((pilot) => pilot.owner || pilot.ships.some((ship) => ship.moves));
        this.root.replaceChildren(...this.pilots.map((pilot) => this.makeBlock(pilot)));
        this.reset.hidden = true;
        if (!this.pilots.length) this.root.append(make('p', {class: 'quiet'}, 'The capture tells of no ship.'));
        this.moveLine(this.clock.now);
        whenIdle(() => this.fillOne(round));
    }

    // One block after the other, so that all are there when somebody prints.
    fillOne(round) {
        const block =
            round === this.round &&
            [...this.root.children].find((child) => child.pilot && !child.querySelector('.charts').childElementCount);
        if (!block) return;
        this.fill(block);
        whenIdle(() => this.fillOne(round));
    }

    makeBlock(pilot) {
        const block = make(
            'section',
            {class: 'pilot', style: {'--colour': Palette.ofShip(pilot.ships[0])}},
            make(
                'h3',
                {},
                make('span', {class: 'dot'}),
                named(pilot.name),
                make(
                    'span',
                    {class: 'class'},
                    ` ${clean(pilot.classes, 100)}`,
                    pilot.ships.length > 1 ? `, ${Words.plural(pilot.ships.length, 'ship')}` : ''
                )
            ),
            make('div', {class: 'charts'})
        );
        block.pilot = pilot;
        this.observer.observe(block);
        return block;
    }

    fillAll() {
        for (const block of this.root.children) if (block.pilot) this.fill(block);
    }

    fill(block) {
        this.observer.unobserve(block);
        const {pilot} = block,
            charts = block.querySelector('.charts');
        if (charts.childElementCount) return;
        this.addConditions(charts, pilot);
        this.addMarks(charts, pilot);
        this.addSpeed(charts, pilot);
        this.addPower(charts, pilot);
        const line = make('div', {class: 'now-line'});
        charts.append(line);
        this.moveLine(this.clock.now);
    }

    // ---- The graphs of a player ----

    addConditions(charts, pilot) {
        const columns = [{label: 'Hull', colour: () => Palette.read('--text'), width: 2.6}];
        FACINGS.forEach((facing, i) =>
            columns.push({
                label: facing[0].toUpperCase() + facing.slice(1) + ' shields',
                short: facing,
                colour: () => Palette.ofFacing(i),
                width: 1.1,
            })
        );
        columns.push({label: 'Worst subsystem', colour: () => Palette.read('--quiet'), width: 1.2, dash: [4, 3]});
        const percent = (state) => state && {t: state.t, v: state.v.map((value) => value / 2.55)};
        const lives = pilot.ships.map((ship) => [
            percent(ship.hull),
            ...FACINGS.map((_, i) => percent(ship.facings[i])),
            this.worstOf(ship),
        ]);
        this.addGraph(charts, 'condition', 'Condition, %', columns, mergeSeries(lives, columns), {
            valueRange: [-3, 105],
        });
    }

    worstOf(ship) {
        const parts = ship.parts.filter((part) => part.state !== ship.hull);
        const t = [...new Set(parts.flatMap((part) => part.state.t))].sort((a, b) => a - b);
        const v = t.map((time) =>
            parts.reduce((least, part) => {
                const value = valueAt(part.state.t, part.state.v, time);
                return value === undefined ? least : Math.min(least, value / 2.55);
            }, 100)
        );
        return t.length ? {t, v} : null;
    }

    addSpeed(charts, pilot) {
        const columns = [{label: 'Speed', colour: () => Palette.ofShip(pilot.ships[0]), width: 1.8}];
        const lives = pilot.ships.flatMap((ship) => ship.way.map((piece) => [{t: piece.t, v: piece.v}]));
        const cloaks = pilot.ships.flatMap((ship) =>
            ship.cloak
                .map(
                    ([t, on], i) =>
                        on === 1 && [t, ship.cloak[i + 1] ? ship.cloak[i + 1][0] : Math.min(ship.end, this.round.to)]
                )
                .filter(Boolean)
        );
        this.addGraph(
            charts,
            'speed',
            'Speed, units/s',
            columns,
            mergeSeries(lives, columns),
            {includeZero: true, underlayCallback: (pen, area, graph) => this.shadeCloaks(pen, area, graph, cloaks)},
            cloaks.length ? 'shaded: cloaked' : ''
        );
    }

    shadeCloaks(pen, area, graph, cloaks) {
        pen.fillStyle = Palette.read('--shade');
        for (const [from, to] of cloaks) {
            const left = graph.toDomXCoord(from),
                right = graph.toDomXCoord(to);
            pen.fillRect(left, area.y, Math.max(1, right - left), area.h);
        }
    }

    // Only what somebody changed; that all stands at 100 % needs no graph.
    addPower(charts, pilot) {
        const steps = new Map();
        for (const ship of pilot.ships) {
            for (const [t, entry, percent] of ship.power) {
                const name = ship.entries[entry] ? ship.entries[entry].name : `entry ${entry}`;
                if (!steps.has(name)) steps.set(name, []);
                steps.get(name).push([t, percent, Math.min(ship.end, ship.last)]);
            }
        }
        const changed = [...steps].filter(([, list]) => list.some(([, percent]) => percent !== 100)).slice(0, 10);
        if (!changed.length) {
            charts.append(
                make(
                    'p',
                    {class: 'quiet all-power'},
                    steps.size ? 'Wanted power: 100 % of everything, all the time' : 'Wanted power: not told'
                )
            );
            return;
        }
        const times = [...new Set(changed.flatMap(([, list]) => list.flatMap(([t, , end]) => [t, end])))].sort(
            (a, b) => a - b
        );
        const rows = times.map((t) => [
            t,
            ...changed.map(([, list]) => {
                const past = list.filter(([time]) => time <= t);
                const last = past[past.length - 1];
                return last && t <= last[2] ? last[1] : NaN;
            }),
        ]);
        const columns = changed.map(([name], i) => ({
            label: clean(name, 30),
            colour: () => Palette.ofFacing(i % 6),
            width: 1.8,
        }));
        this.addGraph(charts, 'power', 'Wanted power, %', columns, rows, {stepPlot: true, valueRange: [-3, 132]});
    }

    // What happened to him, as marks with their sentences.
    addMarks(charts, pilot) {
        const strip = make('div', {class: 'marks', style: {'margin-left': `${AXIS_WIDTH}px`}});
        const ships = new Set(pilot.ships.map((ship) => ship.index));
        strip.happened = this.round.events.filter(
            (event) =>
                MARKS[event.kind] &&
                (ships.has(event.ship) ||
                    (event.ship === undefined && pilot.owner && event.player === pilot.owner.index))
        );
        charts.append(strip);
        this.placeMarks(strip);
    }

    // Where several would lie on each other, the weightiest stands for all.
    placeMarks(strip) {
        const [from, to] = this.range || [this.round.from, this.round.to],
            slots = new Map();
        for (const event of strip.happened) {
            if (event.t < from || event.t > to) continue;
            const slot = Math.floor(((event.t - from) / (to - from)) * 64);
            slots.set(slot, [...(slots.get(slot) || []), event]);
        }
        strip.replaceChildren(...[...slots.values()].map((events) => this.makeMark(events, from, to)));
    }

    makeMark(events, from, to) {
        const kinds = Object.keys(MARKS),
            most = 10;
        const [first] = [...events].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
        const sentences = events
            .slice(0, most)
            .map((event) => `${Words.time(event.t)}  ${plainSentence(sentenceOf(this.round.game, event))}`);
        if (events.length > most) sentences.push(`and ${events.length - most} more`);
        return make(
            'button',
            {
                class: `mark ${first.kind}`,
                title: sentences.join('\n'),
                'aria-label': sentences[0],
                style: {left: `${(((first.t - from) / (to - from)) * 100).toFixed(2)}%`},
                onclick: () => this.clock.seek(first.t),
            },
            MARKS[first.kind]
        );
    }

    addGraph(charts, kind, title, columns, rows, options, note = '') {
        const box = make('div', {class: `graph ${kind}`}),
            legend = make('div', {class: 'legend'});
        charts.append(
            make(
                'div',
                {class: 'graph-head'},
                make('span', {class: 'graph-title'}, title),
                note ? make('span', {class: 'quiet'}, note) : '',
                legend
            ),
            box
        );
        if (!rows.length) {
            box.replaceWith(make('p', {class: 'quiet'}, 'Not told.'));
            return;
        }
        const entries = columns.map((column, i) => this.makeLegend(column, i, () => graph));
        legend.append(...entries.map((entry) => entry.button));
        const graph = new Dygraph(box, rows, {
            labels: ['Time', ...columns.map((column, i) => `${i}`)],
            ...Palette.graphOptions(columns.map((column) => column.colour)),
            series: Object.fromEntries(
                columns.map((column, i) => [
                    `${i}`,
                    {strokeWidth: column.width, strokePattern: column.dash || null, connectSeparatedPoints: true},
                ])
            ),
            dateWindow: this.range || [this.round.from, this.round.to],
            legend: 'never',
            highlightCircleSize: 3,
            rightGap: 0,
            drawGapEdgePoints: true,
            animatedZooms: false,
            gridLineWidth: 0.7,
            axes: {
                x: {valueFormatter: (t) => Words.time(t, true), ticker: timeTicks, drawAxis: kind !== 'condition'},
                y: {axisLabelWidth: AXIS_WIDTH - 6, pixelsPerLabel: kind === 'condition' ? 36 : 26},
            },
            zoomCallback: (from, to) => this.zoomTo(graph.isZoomed('x') ? [from, to] : null),
            clickCallback: (event, t) => this.clock.seek(t),
            highlightCallback: (event, t, points) => this.showValues(entries, points, t),
            unhighlightCallback: () => this.showValues(entries, []),
            ...options,
        });
        this.graphs.push({graph, columns, entries});
    }

    makeLegend(column, index, graph) {
        const value = make('span', {class: 'value'});
        const button = make(
            'button',
            {
                'aria-pressed': 'true',
                style: {'--colour': column.colour()},
                onclick: () => {
                    const on = button.getAttribute('aria-pressed') !== 'true';
                    button.setAttribute('aria-pressed', String(on));
                    graph().setVisibility(index, on);
                },
            },
            make('i', {class: column.dash ? 'dashed' : ''}),
            column.label,
            value
        );
        return {button, value};
    }

    showValues(entries, points) {
        for (const entry of entries) entry.value.textContent = '';
        for (const point of points)
            if (Number.isFinite(point.yval))
                entries[Number(point.name)].value.textContent = ` ${Words.number(point.yval, point.yval < 10 ? 1 : 0)}`;
    }

    recolour() {
        for (const block of this.root.children)
            if (block.pilot) block.style.setProperty('--colour', Palette.ofShip(block.pilot.ships[0]));
        for (const {graph, columns, entries} of this.graphs) {
            graph.updateOptions(Palette.graphOptions(columns.map((column) => column.colour)));
            columns.forEach((column, i) => entries[i].button.style.setProperty('--colour', column.colour()));
        }
    }

    // ---- One axis ----

    zoomTo(range) {
        this.range = range;
        this.reset.hidden = !range;
        const window = range || [this.round.from, this.round.to];
        for (const {graph} of this.graphs) graph.updateOptions({dateWindow: window});
        for (const strip of this.root.querySelectorAll('.marks')) this.placeMarks(strip);
        this.moveLine(this.clock.now);
    }

    moveLine(now) {
        if (!this.round) return;
        const [from, to] = this.range || [this.round.from, this.round.to],
            share = (now - from) / (to - from);
        this.root.style.setProperty('--now', share.toFixed(5));
        this.root.classList.toggle('now-outside', share < 0 || share > 1);
    }
}
