// How the connections did.

class Network {
    constructor(root) {
        this.root = root;
        this.graphs = [];
        Palette.listeners.push(() => this.recolour());
        this.observer = new IntersectionObserver(
            (entries) => {
                for (const entry of entries) if (entry.isIntersecting) this.fill();
            },
            {rootMargin: '300px'}
        );
    }

    setRound(round) {
        this.round = round;
        this.bucket = round.game.network.bucket;
        this.first = Math.floor(round.from / this.bucket);
        this.last = Math.ceil(round.to / this.bucket);
        for (const graph of this.graphs) graph.destroy();
        this.graphs = [];
        this.links = round.game.network.links
            .map((link, index) => ({...link, index}))
            .filter(
                (link) =>
                    this.slice(link, 'client', 'messages').some(Boolean) ||
                    this.slice(link, 'host', 'messages').some(Boolean)
            );
        this.rtt = make('div', {class: 'graph rtt'});
        this.bytes = make('div', {class: 'graph bytes'});
        this.legend = make(
            'div',
            {class: 'legend'},
            this.links.map((link) => make('span', this.tagged(link), make('i'), this.name(link)))
        );
        this.root.replaceChildren(
            this.makeTable(),
            make(
                'p',
                {class: 'quiet note'},
                'In short: the whole stay, with the median of its round trips; beside it: this round, with their mean. ',
                'Pairs: of the player / of the host. Round trip: from a message to its acknowledgement by the far side, seen ',
                'from where the capture was taken; what was sent again has none. Lost: reliable messages that were sent ',
                'again, each once, as far as the capture shows it. A silence is more than 6 s ',
                'without a message. In the graphs: ticks above the round trips for what was lost; ticks in the traffic for ',
                'what was sent again, bars for silences.'
            ),
            make(
                'div',
                {class: 'columns network'},
                make(
                    'div',
                    {},
                    make('h3', {}, 'Round-trip time, ms'),
                    this.legend,
                    this.rtt,
                    make('h3', {}, 'Traffic, bytes per second, both ways'),
                    this.bytes
                ),
                make('div', {}, this.makeKinds(), this.makeRefused())
            )
        );
        this.observer.disconnect();
        this.observer.observe(this.rtt);
        whenIdle(() => this.fill());
    }

    name(link) {
        const player = this.round.game.players[link.player];
        return player ? named(this.round.game.playerName(link.player)) : clean(link.address, 60);
    }

    colour(link) {
        return Palette.ofPlayer(this.round.game.players[link.player]);
    }

    tagged(link) {
        return {'data-link': link.index, style: {'--colour': this.colour(link)}};
    }

    slice(link, end, column) {
        return link[end][column].slice(this.first, this.last);
    }

    sum(link, end, column) {
        return this.slice(link, end, column).reduce((sum, value) => sum + (value || 0), 0);
    }

    // The round trip as the far end of this capture shows it: where the capture sits, acks come at once.
    far() {
        return this.round.game.side === 'client' ? 'host' : 'client';
    }

    makeTable() {
        const rows = this.links.map((link) => {
            const trips = this.slice(link, this.far(), 'rtt'),
                acks = this.slice(link, this.far(), 'acks');
            const counted = acks.reduce((sum, count) => sum + count, 0);
            const most = this.slice(link, this.far(), 'rtt_max').filter((value) => value !== null);
            const average = counted ? trips.reduce((sum, value, i) => sum + (value || 0) * acks[i], 0) / counted : null;
            const silences = link.silences.filter(
                (silence) => silence.to > this.round.from && silence.from < this.round.to
            );
            const longest = Math.max(0, ...silences.map((silence) => silence.to - silence.from));
            return make(
                'tr',
                this.tagged(link),
                make('th', {scope: 'row'}, make('span', {class: 'dot'}), this.name(link)),
                make('td', {class: 'words'}, clean(link.address, 60)),
                make('td', {class: 'words'}, clean(link.connection, 200)),
                make('td', {}, average === null ? '\u2013' : Words.number(average)),
                make('td', {}, most.length ? Words.number(Math.max(...most)) : '\u2013'),
                make('td', {}, this.sum(link, 'client', 'resends'), ' / ', this.sum(link, 'host', 'resends')),
                make('td', {}, this.sum(link, 'client', 'lost'), ' / ', this.sum(link, 'host', 'lost')),
                make(
                    'td',
                    {},
                    Words.bytes(this.sum(link, 'client', 'bytes')),
                    ' / ',
                    Words.bytes(this.sum(link, 'host', 'bytes'))
                ),
                make(
                    'td',
                    {
                        title: silences
                            .map(
                                (silence) =>
                                    `${silence.end} silent from ${Words.time(silence.from)} to ${Words.time(silence.to)}`
                            )
                            .join('\n'),
                    },
                    silences.length ? `${silences.length}, longest ${Words.duration(longest)}` : 'none'
                )
            );
        });
        return table(
            [
                ['Connection'],
                ['Address'],
                ['In short', 'of the whole stay'],
                ['Round trip, ms', 'mean time from a message to its acknowledgement, of those that were sent once'],
                ['Longest, ms'],
                ['Resends', 'by the player / by the host'],
                ['Lost', 'reliable messages that were sent again: of the player / of the host'],
                ['Bytes', 'from the player / from the host'],
                ['Silences', 'of more than 6 s'],
            ],
            rows,
            {id: 'links'}
        );
    }

    fill() {
        if (this.graphs.length || !this.round || !this.links.length) return;
        const times = Array.from({length: this.last - this.first}, (_, i) => (this.first + i + 0.5) * this.bucket);
        const value = (link, column, end, i) => link[end][column][this.first + i];
        const trips = times.map((t, i) => [t, ...this.links.map((link) => value(link, 'rtt', this.far(), i) ?? null)]);
        const bytes = times.map((t, i) => [
            t,
            ...this.links.map(
                (link) =>
                    ((value(link, 'bytes', 'client', i) || 0) + (value(link, 'bytes', 'host', i) || 0)) / this.bucket
            ),
        ]);
        this.addGraph(this.rtt, trips, {
            connectSeparatedPoints: true,
            includeZero: true,
            underlayCallback: (pen, area, graph) => this.markTimes(pen, graph, this.timesOf('lost'), area.y),
        });
        this.addGraph(this.bytes, bytes, {
            includeZero: true,
            fillGraph: this.links.length === 1,
            fillAlpha: 0.12,
            underlayCallback: (pen, area, graph) => {
                this.markTimes(pen, graph, this.timesOf('resends'), area.y + area.h - 7);
                this.markSilences(pen, area, graph);
            },
        });
    }

    // When something of a kind was counted, and at which connection.
    timesOf(column) {
        const counted = (link, i) => link.client[column][i] || link.host[column][i];
        return this.links.flatMap((link) =>
            Array.from({length: this.last - this.first}, (_, i) => this.first + i)
                .filter((i) => counted(link, i))
                .map((i) => [(i + 0.5) * this.bucket, link])
        );
    }

    // A tick for each of them.
    markTimes(pen, graph, times, top) {
        for (const [t, link] of times) {
            pen.fillStyle = this.colour(link);
            pen.fillRect(graph.toDomXCoord(t) - 0.75, top, 1.5, 7);
        }
    }

    // A bar, above those ticks, while one end said nothing.
    markSilences(pen, area, graph) {
        const silent = this.links.filter((link) => link.silences.length);
        silent.forEach((link, row) => {
            pen.fillStyle = this.colour(link);
            for (const {from, to} of link.silences) {
                const left = Math.max(area.x, graph.toDomXCoord(from)),
                    right = Math.min(area.x + area.w, graph.toDomXCoord(to));
                if (right > left) pen.fillRect(left, area.y + area.h - 12 - 4 * (row % 8), right - left, 3);
            }
        });
    }

    options() {
        return Palette.graphOptions(this.links.map((link) => () => this.colour(link)));
    }

    // Everything that shows a connection's colour has it from a property of its own.
    recolour() {
        if (!this.round) return;
        for (const graph of this.graphs) graph.updateOptions(this.options());
        for (const element of this.root.querySelectorAll('[data-link]'))
            element.style.setProperty(
                '--colour',
                this.colour(this.links.find((link) => String(link.index) === element.dataset.link))
            );
    }

    addGraph(box, rows, options) {
        this.graphs.push(
            new Dygraph(box, rows, {
                labels: ['Time', ...this.links.map((link) => `${link.index}`)],
                ...this.options(),
                strokeWidth: 1.4,
                legend: 'never',
                animatedZooms: false,
                gridLineWidth: 0.7,
                dateWindow: [this.round.from, this.round.to],
                axes: {
                    x: {valueFormatter: (t) => Words.time(t), ticker: timeTicks},
                    y: {axisLabelWidth: 50, pixelsPerLabel: 28, axisLabelFormatter: (value) => Words.number(value)},
                },
                ...options,
            })
        );
    }

    makeKinds() {
        const kinds = [...this.round.game.network.kinds].sort((a, b) => b.bytes - a.bytes);
        const total = kinds.reduce((sum, kind) => sum + kind.bytes, 0) || 1;
        const shown = kinds.slice(0, 9),
            rest = kinds.slice(9);
        if (rest.length)
            shown.push({
                name: `${rest.length} other kinds`,
                count: rest.reduce((sum, kind) => sum + kind.count, 0),
                bytes: rest.reduce((sum, kind) => sum + kind.bytes, 0),
            });
        return make(
            'div',
            {},
            make(
                'h3',
                {},
                'What was sent',
                this.round.game.rounds.length > 1 ? make('span', {class: 'class'}, ' in the whole game') : ''
            ),
            make(
                'ul',
                {class: 'kinds', id: 'kinds'},
                shown.map((kind) =>
                    make(
                        'li',
                        {title: `${Words.number(kind.count)} messages, ${Words.bytes(kind.bytes)}`},
                        make('span', {class: 'name'}, clean(kind.name, 40)),
                        make(
                            'span',
                            {class: 'bar'},
                            make('i', {style: {width: `${((kind.bytes / total) * 100).toFixed(1)}%`}})
                        ),
                        make('span', {class: 'value'}, `${Words.number(kind.count)}`),
                        make('span', {class: 'value'}, Words.bytes(kind.bytes))
                    )
                )
            )
        );
    }

    makeRefused() {
        const refused = this.round.game.players.filter((player) => player.refused && this.round.holds(player.first));
        if (!refused.length) return '';
        return make(
            'div',
            {},
            make('h3', {}, 'Turned away'),
            make(
                'ul',
                {class: 'refused', id: 'refused'},
                refused.map((player) =>
                    make(
                        'li',
                        {},
                        make('span', {class: 'when'}, Words.time(player.left ?? player.last)),
                        make('b', {}, named(this.round.game.playerName(player.index))),
                        player.address ? ` (${clean(player.address, 60)})` : '',
                        ': ',
                        clean(player.why || 'no reason told', 200)
                    )
                )
            )
        );
    }
}
