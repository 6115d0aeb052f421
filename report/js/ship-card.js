// The ships at this moment: a row for each player with the ship he has, and how the chosen one fares.

const SVG = 'http://www.w3.org/2000/svg';

// How its class is known, where that is not certain.
const CLASS_TAGS = {
    inferred: 'class inferred from the traffic',
    provisional: 'class not certain',
    unknown: 'not a stock ship',
};

function draw(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
}

class Roster {
    constructor(root, clock, onselect) {
        this.root = root;
        this.clock = clock;
        this.onselect = onselect;
        this.selected = null;
        clock.read((now) => this.show(now));
        Palette.listeners.push(() => this.round && this.setRound(this.round, true));
    }

    setRound(round, keep = false) {
        this.round = round;
        if (!keep) this.selected = null;
        this.rows = new Map();
        this.list = make('ul', {class: 'roster', id: 'roster'});
        this.card = new ShipCard(round);
        this.root.replaceChildren(this.list, this.card.root);
        for (const pilot of round.pilots) {
            const row = this.makeRow(pilot);
            this.rows.set(pilot, row);
            this.list.append(row.item);
        }
        this.select(this.selected);
    }

    makeRow(pilot) {
        const hull = make('i'),
            shields = make('i'),
            value = make('span', {class: 'value'}),
            kind = make('span', {class: 'class'});
        const button = make(
            'button',
            {
                'data-pilot': this.round.pilots.indexOf(pilot),
                'aria-pressed': 'false',
                onclick: () => this.onselect(pilot),
            },
            make('span', {class: 'dot', style: {'--colour': Palette.ofShip(pilot.ships[0])}}),
            make('span', {class: 'names'}, named(pilot.name, {class: 'who'}), kind),
            make(
                'span',
                {class: 'bars', title: 'Above: hull. Below: mean of the shields.'},
                make('span', {class: 'bar of-hull'}, hull),
                make('span', {class: 'bar of-shields'}, shields)
            ),
            value
        );
        return {item: make('li', {}, button), button, hull, shields, value, kind};
    }

    select(pilot) {
        this.selected = pilot;
        for (const [other, row] of this.rows) row.button.setAttribute('aria-pressed', String(other === pilot));
        this.show(this.clock.now);
    }

    show(now) {
        for (const [pilot, row] of this.rows) this.showRow(pilot.shipAt(now), row, now);
        const ship = this.selected && this.selected.shipAt(now);
        if (ship !== this.card.ship) this.card.setShip(ship);
        this.card.show(now);
    }

    showRow(ship, row, now) {
        const alive = ship.isThere(now),
            hull = ship.hullAt(now);
        const facings = ship.facingsAt(now).filter((value) => value !== undefined);
        row.item.classList.toggle('gone', !alive);
        row.kind.textContent = clean(ship.className, 60);
        this.fill(row.hull, hull, true);
        this.fill(
            row.shields,
            facings.length ? facings.reduce((sum, value) => sum + value, 0) / facings.length : undefined
        );
        row.value.textContent = !alive
            ? now < ship.first
                ? 'not yet'
                : ship.died === undefined
                  ? 'gone'
                  : 'destroyed'
            : hull === undefined
              ? '?'
              : `${Words.percent(hull)}\u2009%`;
    }

    fill(bar, value, coloured = false) {
        bar.style.width = value === undefined ? '0' : `${value / 2.55}%`;
        if (value !== undefined && coloured) bar.style.background = Palette.ofCondition(value);
    }
}

class ShipCard {
    constructor(round) {
        this.round = round;
        this.root = make('div', {class: 'card', id: 'card'});
    }

    setShip(ship) {
        this.ship = ship;
        if (!ship) {
            this.root.replaceChildren(
                make(
                    'p',
                    {class: 'quiet hint'},
                    this.round.ships.length
                        ? 'Choose a ship on the map or in the list above.'
                        : 'The capture tells of no ship.'
                )
            );
            return;
        }
        this.title = make(
            'h3',
            {},
            make('span', {class: 'dot', style: {'--colour': Palette.ofShip(ship)}}),
            this.titleOf(ship)
        );
        this.tags = make('p', {class: 'tags', id: 'card-tags'});
        this.hull = make('output', {class: 'hull-value', id: 'card-hull'});
        this.hullPoints = make('span', {class: 'quiet'});
        this.speed = make('output', {});
        this.worst = make('output', {class: 'worst'});
        this.target = make('output', {id: 'card-target'});
        this.shots = this.round.shots.filter((shot) => shot.ship === ship.index && shot.target !== undefined);
        this.shotTimes = this.shots.map((shot) => shot.t);
        this.diagram = this.makeDiagram();
        this.systems = make('ul', {class: 'systems', id: 'card-systems'});
        this.rows = this.makeRows();
        this.root.replaceChildren(
            this.title,
            this.tags,
            make(
                'div',
                {class: 'vitals'},
                this.diagram,
                make(
                    'dl',
                    {},
                    make('dt', {}, 'Hull'),
                    make('dd', {}, this.hull, ' ', this.hullPoints),
                    make('dt', {}, 'Speed'),
                    make('dd', {}, this.speed),
                    make('dt', {}, 'Target'),
                    make('dd', {}, this.target),
                    make('dt', {}, 'Worst off'),
                    make('dd', {}, this.worst)
                )
            ),
            this.systems
        );
    }

    // Whom it fired at last, and how far that one is.
    targetWords(place, now) {
        const shot = this.shots[countUpTo(this.shotTimes, now) - 1],
            recent = 15;
        if (!place || !shot || shot.t < now - recent) return '\u2013';
        const target = this.round.game.ships[shot.target],
            there = target.placeAt(now);
        const name = clean(target.owner ? this.round.game.playerName(target.player) : target.className, 24);
        if (!there || there.set !== place.set) return name;
        const distance = Math.hypot(there.x - place.x, there.y - place.y, there.z - place.z);
        return `${name}, ${Words.number(distance)} units`;
    }

    titleOf(ship) {
        const {game} = this.round;
        if (ship.owner)
            return make(
                'span',
                {},
                named(game.playerName(ship.player)),
                make('span', {class: 'class'}, ' ', clean(ship.className, 60))
            );
        return make('span', {}, clean(ship.className, 60), ' ', named(ship.name || ''));
    }

    // The ship from above within its shields; those above and below it are bars at the side.
    makeDiagram() {
        const arc = (from, to) => {
            const point = (degrees) => [
                60 + 46 * Math.sin((degrees * Math.PI) / 180),
                62 - 50 * Math.cos((degrees * Math.PI) / 180),
            ];
            const [[x1, y1], [x2, y2]] = [point(from), point(to)];
            return `M${x1.toFixed(1)} ${y1.toFixed(1)}A46 50 0 0 1 ${x2.toFixed(1)} ${y2.toFixed(1)}`;
        };
        const arcs = {front: arc(-40, 40), right: arc(50, 130), rear: arc(140, 220), left: arc(230, 310)};
        this.shields = {};
        this.labels = {};
        const diagram = draw('svg', {
            viewBox: '0 0 176 124',
            class: 'shield-view',
            role: 'img',
            'aria-label': 'Shields',
        });
        this.body = draw('path', {
            class: 'body',
            d: 'M60 34c9 0 15 8 15 17 0 7-4 12-10 15l3 8h6v18h-4l-2-10-4-2h-8l-4 2-2 10h-4V74h6l3-8c-6-3-10-8-10-15 0-9 6-17 15-17z',
        });
        diagram.append(this.body);
        for (const [facing, path] of Object.entries(arcs))
            diagram.append((this.shields[facing] = draw('path', {class: 'facing', d: path})));
        const at = {
            front: [60, 25],
            rear: [60, 101],
            left: [32, 66],
            right: [88, 66],
            top: [152, 27],
            bottom: [152, 100],
        };
        for (const [facing, y] of [
            ['top', 36],
            ['bottom', 88],
        ])
            diagram.append((this.shields[facing] = draw('path', {class: 'facing', d: `M130 ${y}H174`})));
        diagram.append(draw('path', {class: 'body', d: 'M134 58h28c6 0 8 4 8 6s-2 6-8 6h-28c-3 0-4-3-4-6s1-6 4-6z'}));
        for (const [facing, [x, y]] of Object.entries(at)) {
            const label = (this.labels[facing] = draw('text', {x, y, class: 'facing-value', 'data-facing': facing}));
            diagram.append(label);
        }
        return diagram;
    }

    makeRows() {
        return this.ship.entries.map((entry, index) => {
            if (entry.kind === 'hull') return null;
            const bar = make('i'),
                value = make('span', {class: 'value'}),
                power = make('span', {class: 'power'});
            const item = make(
                'li',
                {title: ''},
                make('span', {class: 'name'}, clean(entry.name, 40)),
                power,
                value,
                make('span', {class: 'bar'}, bar)
            );
            this.systems.append(item);
            const states = this.ship.parts.filter((part) => part.entry === index);
            return {item, bar, value, power, states};
        });
    }

    show(now) {
        const ship = this.ship;
        if (!ship) return;
        const place = ship.placeAt(now),
            hull = ship.hullAt(now);
        this.showTags(ship, place, now);
        this.hull.textContent = hull === undefined ? 'not told' : `${Words.percent(hull)}\u2009%`;
        this.hull.style.color = hull === undefined ? '' : Palette.ofCondition(hull);
        const entry = ship.entries.find((candidate) => candidate.kind === 'hull');
        this.hullPoints.textContent =
            hull === undefined || !entry || !entry.points || !ship.certain
                ? ''
                : `${Words.number((hull / 255) * entry.points)} of ${Words.number(entry.points)}`;
        this.speed.textContent = place ? `${Words.number(place.v, 1)} units/s` : '\u2013';
        this.target.textContent = this.targetWords(place, now);
        const worst = ship.worstAt(now);
        this.worst.textContent = !worst
            ? '\u2013'
            : worst.value >= 255
              ? 'nothing'
              : `${clean(worst.name, 30)} ${Words.percent(worst.value)}\u2009%`;
        this.showFacings(ship.facingsAt(now));
        this.showSystems(now);
    }

    showTags(ship, place, now) {
        const tags = [];
        if (now < ship.first) tags.push(`comes at ${Words.time(ship.first)}`);
        else if (ship.died !== undefined && now >= ship.died)
            tags.push(
                `destroyed at ${Words.time(ship.died)}` +
                    (ship.killer === undefined ? '' : ` by ${clean(this.round.game.playerName(ship.killer), 30)}`)
            );
        else if (now >= ship.end) tags.push(`left at ${Words.time(ship.end)}`);
        if (ship.isCloaked(now) && ship.isThere(now)) tags.push('cloaked');
        if (place && !place.fresh) tags.push(`last told at ${Words.time(place.since)}`);
        if (!ship.certain) tags.push(ship.class ? CLASS_TAGS[ship.how] : 'class not known');
        this.tags.replaceChildren(...tags.map((tag) => make('span', {}, tag)));
    }

    showFacings(values) {
        FACINGS.forEach((facing, i) => {
            const value = values[i],
                path = this.shields[facing];
            path.style.stroke = value === undefined ? 'var(--line)' : Palette.ofCondition(value);
            path.style.strokeWidth = value === undefined ? 1.5 : value === 0 ? 1 : 2 + (3 * value) / 255;
            path.style.strokeDasharray = value === 0 ? '2 4' : '';
            this.labels[facing].textContent = value === undefined ? '?' : Words.percent(value);
        });
    }

    showSystems(now) {
        const power = this.ship.powerAt(now);
        this.rows.forEach((row, index) => {
            if (!row) return;
            const values = row.states.map((part) => [part, this.ship.conditionOf(part.state, now)]);
            const own = values.find(([part]) => part.part === undefined);
            const known = values.filter(([, value]) => value !== undefined);
            const low = known.reduce((least, pair) => (least === null || pair[1] < least[1] ? pair : least), null);
            const value = own && own[1];
            row.item.classList.toggle('hurt', Boolean(low) && low[1] < 255);
            row.bar.style.width = value === undefined ? '0' : `${value / 2.55}%`;
            row.bar.style.background = value === undefined ? '' : Palette.ofCondition(value);
            row.value.textContent = value === undefined ? '?' : `${Words.percent(value)}`;
            const wanted = power.get(index);
            row.power.textContent = wanted === undefined || wanted === 100 ? '' : `\u26a1${wanted}`;
            row.power.title = row.power.textContent ? `wanted power ${wanted} %` : '';
            row.item.title = known
                .map(([part, condition]) => `${clean(part.name, 40)} ${Words.percent(condition)} %`)
                .join('\n');
            if (low && low[0].part !== undefined && low[1] < (value ?? 256))
                row.value.textContent += `\u2009(${Words.percent(low[1])})`;
        });
    }
}
