// The battle as a picture: from above and, below that, from the side, with one scale. What moves is drawn for every
// frame; space, grid and the ships' ways are drawn once for every view and kept.

const SHOT_COLOURS = {torpedo: '255,120,60', pulse: '110,240,140', phaser: '255,190,90', tractor: '120,190,255',
    beam: '255,190,90'};
const SIDE_SHARE = 0.26; // of the height
const REACH = 20; // pixels around a ship that take a click

class BattleMap {
    constructor(canvas, tools, clock, onselect) {
        this.canvas = canvas;
        this.clock = clock;
        this.onselect = onselect;
        this.ground = document.createElement('canvas');
        this.glow = this.makeGlow();
        this.selected = null;
        this.mode = 'auto';
        this.view = {x: 0, y: 0, z: 0, scale: 1};
        this.sideHeight = this.topHeight = 0;
        this.buildTools(tools);
        this.listen();
        Palette.listeners.push(() => this.redraw());
        new ResizeObserver(() => this.resize()).observe(canvas);
        clock.listen(() => this.request());
    }

    // ---- Controls ----

    buildTools(tools) {
        this.setTabs = make('div', {class: 'sets', role: 'group', 'aria-label': 'Sets of the map'});
        const camera = (mode, label, title) => make('button', {id: `look-${mode}`, title, onclick: () => this.look(mode, true)}, label);
        this.cameras = {auto: camera('auto', 'Action', 'Keep all ships that are out in the picture'),
            follow: camera('follow', 'Follow', 'Keep the chosen ship in the middle'),
            all: camera('all', 'Whole', 'Everywhere that ships were in this round')};
        tools.append(this.setTabs, make('div', {class: 'zoom'}, Object.values(this.cameras),
            make('button', {id: 'zoom-out', 'aria-label': 'Zoom out', onclick: () => this.zoom(1 / 1.4)}, '\u2212'),
            make('button', {id: 'zoom-in', 'aria-label': 'Zoom in', onclick: () => this.zoom(1.4)}, '+')));
    }

    listen() {
        const canvas = this.canvas;
        let drag = null;
        canvas.addEventListener('pointerdown', (event) => {
            canvas.setPointerCapture(event.pointerId);
            drag = {x: event.offsetX, y: event.offsetY, side: event.offsetY > this.topHeight, moved: false};
        });
        canvas.addEventListener('pointermove', (event) => {
            if (!drag) {
                canvas.style.cursor = this.shipUnder(event.offsetX, event.offsetY) ? 'pointer' : 'grab';
                return;
            }
            const dx = event.offsetX - drag.x, dy = event.offsetY - drag.y;
            if (!drag.moved && Math.hypot(dx, dy) < 4)
                return;
            drag.moved = true;
            canvas.style.cursor = 'grabbing';
            this.pan(dx, dy, drag.side);
            drag.x = event.offsetX;
            drag.y = event.offsetY;
        });
        canvas.addEventListener('pointerup', (event) => {
            if (drag && !drag.moved)
                this.click(event.offsetX, event.offsetY);
            drag = null;
        });
        canvas.addEventListener('pointercancel', () => { drag = null; });
        canvas.addEventListener('wheel', (event) => {
            event.preventDefault();
            this.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
        }, {passive: false});
    }

    click(x, y) {
        const ship = this.shipUnder(x, y);
        if (ship)
            this.onselect(ship.pilot);
    }

    pan(dx, dy, side) {
        this.look('free');
        this.view.x -= dx / this.view.scale;
        this.view[side ? 'z' : 'y'] += dy / this.view.scale;
        this.redraw();
    }

    zoom(factor, x = this.width / 2, y = this.topHeight / 2) {
        const scale = Math.min(400, Math.max(0.002, this.view.scale * factor));
        const change = 1 / this.view.scale - 1 / scale;
        if (this.mode !== 'follow') {
            this.look('free');
            this.view.x += (x - this.width / 2) * change;
            if (y <= this.topHeight)
                this.view.y -= (y - this.topHeight / 2) * change;
            else
                this.view.z -= (y - this.topHeight - this.sideHeight / 2) * change;
        }
        this.view.scale = scale;
        this.redraw();
    }

    // Who moves the picture: "auto" and "follow" the ships, "all" nobody after a look at everything, "free" the user.
    look(mode, jump = false) {
        this.mode = mode;
        this.goal = null;
        for (const [name, button] of Object.entries(this.cameras))
            button.setAttribute('aria-pressed', String(name === mode));
        if (mode === 'all')
            this.view = this.viewOf(this.boxOfAll());
        else if (mode === 'auto' && jump)
            this.view = this.viewOf(this.boxOfAction() || this.boxOfAll());
        this.redraw();
    }

    // ---- What is shown ----

    setRound(round) {
        this.round = round;
        this.trail = Math.min(60, Math.max(8, (round.to - round.from) / 12));
        this.selected = null;
        this.pathsOf = new Map();
        this.setTabs.replaceChildren(...(round.sets.length > 1 ? round.sets.map((set) => make('button', {
            'data-set': set, onclick: () => this.showSet(set)}, named(set || 'unknown set'))) : []));
        this.showSet(this.busiestSet());
        document.getElementById('map-empty').hidden = round.ships.some((ship) => ship.way.length > 0);
    }

    busiestSet() {
        const time = new Map();
        for (const ship of this.round.ships)
            for (const piece of ship.way)
                time.set(piece.set, (time.get(piece.set) || 0) + piece.t.length);
        return [...time].sort((a, b) => b[1] - a[1]).map(([set]) => set)[0] || '';
    }

    showSet(set) {
        this.set = set;
        for (const button of this.setTabs.children)
            button.setAttribute('aria-pressed', String(button.dataset.set === set));
        this.divide();
        this.look(this.mode === 'follow' ? 'follow' : 'auto', true);
    }

    select(pilot) {
        this.selected = pilot;
        const place = pilot && pilot.shipAt(this.clock.now).placeAt(this.clock.now);
        if (place && place.set !== this.set)
            this.showSet(place.set);
        this.request();
    }

    pieces() {
        return this.round.ships.flatMap((ship) => ship.way.filter((piece) => piece.set === this.set &&
            piece.t[0] < this.round.to && piece.t[piece.t.length - 1] >= this.round.from)
            .map((piece) => ({ship, piece})));
    }

    // ---- What the picture has room for ----

    boxAround(places) {
        const box = {low: {}, high: {}};
        for (const axis of ['x', 'y', 'z']) {
            box.low[axis] = Math.min(...places.map((place) => place[axis]));
            box.high[axis] = Math.max(...places.map((place) => place[axis]));
        }
        return box;
    }

    // Stations may lie far off; they count only when nothing else is there.
    boxOfAll() {
        const pieces = this.pieces(), moving = pieces.filter(({ship}) => ship.moves);
        const low = {}, high = {};
        for (const axis of ['x', 'y', 'z']) {
            low[axis] = Infinity;
            high[axis] = -Infinity;
            for (const {piece} of moving.length ? moving : pieces) {
                for (const value of piece[axis]) {
                    low[axis] = Math.min(low[axis], value);
                    high[axis] = Math.max(high[axis], value);
                }
            }
        }
        return low.x > high.x ? this.boxAround([{x: -50, y: -50, z: -20}, {x: 50, y: 50, z: 20}]) : {low, high};
    }

    // The ships that are out, and a little of the way they came.
    boxOfAction() {
        const now = this.clock.now;
        const places = this.round.ships.filter((ship) => ship.moves).flatMap((ship) =>
            [now, Math.max(ship.first, now - 3)].map((t) => ship.placeAt(t))).filter((place) => place && place.set === this.set);
        return places.length ? this.boxAround(places) : null;
    }

    viewOf({low, high}) {
        const least = 24, span = (axis) => Math.max(least, high[axis] - low[axis]), middle = (axis) => (low[axis] + high[axis]) / 2;
        const room = (pixels, margin) => Math.max(40, (pixels || 400) - margin);
        return {x: middle('x'), y: middle('y'), z: middle('z'), scale: Math.min(room(this.width, 230) / span('x'),
            room(this.topHeight, 120) / span('y'), room(this.sideHeight, 60) / span('z'))};
    }

    // The side view gets as much of the height as the battle is high.
    divide() {
        const {low, high} = this.boxOfAll(), flat = high.z - low.z, deep = high.y - low.y;
        const share = Math.min(0.4, Math.max(SIDE_SHARE, flat / Math.max(1, flat + deep)));
        this.sideHeight = Math.round((this.height || 500) * share);
        this.topHeight = (this.height || 500) - this.sideHeight;
    }

    resize() {
        const {clientWidth: width, clientHeight: height} = this.canvas;
        if (width === 0 || (width === this.width && height === this.height))
            return;
        this.width = width;
        this.height = height;
        if (!this.round)
            return;
        this.divide();
        if (this.mode === 'auto' || this.mode === 'all')
            this.look(this.mode, true);
        this.redraw();
    }

    // Moves only when ships leave the picture or it is much too large for them, and then gently.
    steer() {
        if (this.mode === 'follow' && this.selected)
            this.center(this.selected.shipAt(this.clock.now).placeAt(this.clock.now));
        if (this.mode !== 'auto')
            return;
        const box = this.boxOfAction();
        if (box && !this.goal && this.fitsBadly(box))
            this.goal = this.viewOf(box);
        if (!this.goal)
            return;
        const pace = 0.12, near = Math.abs(Math.log(this.goal.scale / this.view.scale));
        const apart = Math.hypot(this.goal.x - this.view.x, this.goal.y - this.view.y, this.goal.z - this.view.z) * this.view.scale;
        if (near < 0.02 && apart < 2) {
            this.goal = null;
            return;
        }
        for (const axis of ['x', 'y', 'z'])
            this.view[axis] += (this.goal[axis] - this.view[axis]) * pace;
        this.view.scale *= Math.exp(Math.log(this.goal.scale / this.view.scale) * pace);
        this.groundIsOld = true;
        this.request();
    }

    fitsBadly({low, high}) {
        const [left, bottom] = this.above(low), [right, top] = this.above(high);
        const [, under] = this.beside(low), [, over] = this.beside(high);
        const edge = 30, {scale} = this.viewOf({low, high});
        return left < edge || right > this.width - edge * 3 || top < edge || bottom > this.topHeight - edge ||
            over < this.topHeight + 12 || under > this.height - 12 || scale > this.view.scale * 2;
    }

    redraw() {
        this.groundIsOld = true;
        this.request();
    }

    request() {
        if (this.requested)
            return;
        this.requested = true;
        requestAnimationFrame(() => {
            this.requested = false;
            this.draw();
        });
    }

    // ---- From space to screen: place -> [x, y] in the view from above and in the one from the side ----

    above(place) {
        return [(place.x - this.view.x) * this.view.scale + this.width / 2,
            (this.view.y - place.y) * this.view.scale + this.topHeight / 2];
    }

    beside(place) {
        return [(place.x - this.view.x) * this.view.scale + this.width / 2,
            (this.view.z - place.z) * this.view.scale + this.topHeight + this.sideHeight / 2];
    }

    get projections() {
        return [{at: (place) => this.above(place), turn: (place) => [place.fx, -place.fy], top: 0, tall: this.topHeight},
            {at: (place) => this.beside(place), turn: (place) => [place.fx, -place.fz], top: this.topHeight,
                tall: this.sideHeight}];
    }

    shipUnder(x, y) {
        let best = null, nearest = REACH;
        for (const ship of this.round.ships) {
            const place = ship.placeAt(this.clock.now);
            if (!place || place.set !== this.set)
                continue;
            const [px, py] = y <= this.topHeight ? this.above(place) : this.beside(place);
            const distance = Math.hypot(px - x, py - y);
            if (distance < nearest)
                [best, nearest] = [ship, distance];
        }
        return best;
    }

    // ---- Drawing ----

    draw() {
        if (!this.round || !this.width)
            return;
        const now = this.clock.now;
        this.linger = Math.max(1, this.clock.speed / 5);
        this.steer();
        if (this.groundIsOld)
            this.drawGround();
        const pen = sharpCanvas(this.canvas, this.width, this.height);
        pen.drawImage(this.ground, 0, 0, this.width, this.height);
        const there = [];
        for (const ship of this.round.ships) {
            const place = ship.placeAt(now);
            if (place && place.set === this.set)
                there.push({ship, place});
        }
        for (const projection of this.projections) {
            pen.save();
            pen.beginPath();
            pen.rect(0, projection.top, this.width, projection.tall);
            pen.clip();
            this.drawTrails(pen, projection, there, now);
            this.drawBeams(pen, projection, now);
            this.drawHits(pen, projection, now);
            this.drawExplosions(pen, projection, now);
            for (const {ship, place} of there)
                this.drawShip(pen, projection, ship, place, now);
            this.drawBolts(pen, projection, now);
            if (projection.top === 0) {
                this.drawLabels(pen, projection, there, now);
                this.drawPointers(pen, projection, there);
                this.drawChat(pen, projection, there, now);
            }
            pen.restore();
        }
        this.drawn = (this.drawn || 0) + 1;
    }

    center(place) {
        if (!place)
            return;
        if (place.set !== this.set)
            this.showSet(place.set);
        if (Math.hypot(place.x - this.view.x, place.y - this.view.y, place.z - this.view.z) * this.view.scale < 1)
            return;
        Object.assign(this.view, {x: place.x, y: place.y, z: place.z});
        this.groundIsOld = true;
    }

    // Space, grid, ways.
    drawGround() {
        this.groundIsOld = false;
        const pen = sharpCanvas(this.ground, this.width, this.height);
        pen.drawImage(this.sky(), 0, 0, this.width, this.height);
        for (const projection of this.projections) {
            pen.save();
            pen.beginPath();
            pen.rect(0, projection.top, this.width, projection.tall);
            pen.clip();
            this.drawGrid(pen, projection);
            this.drawWays(pen, projection);
            pen.restore();
        }
        pen.fillStyle = 'rgba(150,170,220,0.25)';
        pen.fillRect(0, this.topHeight, this.width, 1);
        pen.font = '600 10px system-ui, sans-serif';
        pen.fillStyle = 'rgba(170,190,230,0.55)';
        pen.textAlign = 'left';
        pen.fillText('FROM ABOVE', 14, this.topHeight - 12);
        pen.fillText('FROM THE SIDE', 14, this.height - 12);
        this.drawScale(pen);
    }

    // Stars stay where they are, so they are drawn once for a size.
    sky() {
        const size = `${this.width}x${this.height}`;
        if (this.skySize === size)
            return this.skyCanvas;
        this.skySize = size;
        this.skyCanvas = document.createElement('canvas');
        const pen = sharpCanvas(this.skyCanvas, this.width, this.height), dusk = pen.createLinearGradient(0, 0, 0, this.height);
        dusk.addColorStop(0, '#0b1020');
        dusk.addColorStop(1, '#090c17');
        pen.fillStyle = dusk;
        pen.fillRect(0, 0, this.width, this.height);
        this.drawStars(pen);
        return this.skyCanvas;
    }

    drawStars(pen) {
        let seed = 7;
        const random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
        for (let i = 0; i < this.width * this.height / 2600; i++) {
            pen.fillStyle = `rgba(200,215,255,${(0.08 + 0.3 * random() ** 3).toFixed(2)})`;
            const size = random() < 0.06 ? 1.6 : 1;
            pen.fillRect(random() * this.width, random() * this.height, size, size);
        }
    }

    // A step of 1, 2 or 5 that is some 90 pixels wide.
    gridStep() {
        const wanted = 90 / this.view.scale, decade = 10 ** Math.floor(Math.log10(wanted));
        return decade * [1, 2, 5, 10].find((step) => decade * step >= wanted);
    }

    drawGrid(pen, projection) {
        const step = this.gridStep(), {scale} = this.view;
        const [ox, oy] = projection.at({x: 0, y: 0, z: 0});
        pen.strokeStyle = 'rgba(120,145,200,0.13)';
        pen.lineWidth = 1;
        pen.beginPath();
        for (let x = ((ox % (step * scale)) + step * scale) % (step * scale); x < this.width; x += step * scale) {
            pen.moveTo(Math.round(x) + 0.5, projection.top);
            pen.lineTo(Math.round(x) + 0.5, projection.top + projection.tall);
        }
        const first = (((oy - projection.top) % (step * scale)) + step * scale) % (step * scale);
        for (let y = projection.top + first; y < projection.top + projection.tall; y += step * scale) {
            pen.moveTo(0, Math.round(y) + 0.5);
            pen.lineTo(this.width, Math.round(y) + 0.5);
        }
        pen.stroke();
    }

    drawScale(pen) {
        const step = this.gridStep(), length = step * this.view.scale;
        const x = this.width - 16 - length, y = this.topHeight - 16;
        pen.strokeStyle = 'rgba(190,205,240,0.7)';
        pen.lineWidth = 1.5;
        pen.beginPath();
        pen.moveTo(x, y - 4);
        pen.lineTo(x, y);
        pen.lineTo(x + length, y);
        pen.lineTo(x + length, y - 4);
        pen.stroke();
        pen.fillStyle = 'rgba(190,205,240,0.8)';
        pen.textAlign = 'center';
        pen.fillText(`${Words.number(step, step < 1 ? 2 : 0)} units`, x + length / 2, y - 6);
    }

    drawWays(pen, projection) {
        const [ox, oy] = projection.at({x: 0, y: 0, z: 0}), {scale} = this.view;
        pen.save();
        pen.translate(ox, oy);
        pen.scale(scale, -scale);
        pen.lineWidth = 1 / scale;
        pen.globalAlpha = 0.16;
        for (const {ship, path} of this.paths(projection.top === 0 ? 'y' : 'z')) {
            pen.strokeStyle = Palette.ofShip(ship, 'dark');
            pen.stroke(path);
        }
        pen.restore();
    }

    // The ways of a set in units of space, made once.
    paths(axis) {
        const key = `${this.set}/${axis}`;
        if (!this.pathsOf.has(key))
            this.pathsOf.set(key, this.pieces().map(({ship, piece}) => {
                const path = new Path2D();
                piece.t.forEach((_, i) => path.lineTo(piece.x[i], piece[axis][i]));
                return {ship, path};
            }));
        return this.pathsOf.get(key);
    }

    // The last seconds of every ship's way, fading.
    drawTrails(pen, projection, there, now) {
        pen.lineCap = 'round';
        for (const {ship, place} of there) {
            const piece = ship.way.find((candidate) => candidate.t[0] <= now && candidate.t[candidate.t.length - 1] >= now);
            if (!piece || ship.isCloaked(now))
                continue;
            pen.strokeStyle = Palette.ofShip(ship, 'dark');
            let before = projection.at(place), until = now;
            for (let i = countUpTo(piece.t, now) - 1; i >= 0 && until > now - this.trail; i--) {
                const start = Math.max(piece.t[i], now - this.trail);
                const point = projection.at(start === piece.t[i] ? {x: piece.x[i], y: piece.y[i], z: piece.z[i]}
                    : ship.placeIn(piece, start));
                pen.globalAlpha = 0.15 + 0.65 * (1 - (now - until) / this.trail);
                pen.lineWidth = 2.2;
                pen.beginPath();
                pen.moveTo(...before);
                pen.lineTo(...point);
                pen.stroke();
                [before, until] = [point, start];
            }
        }
        pen.globalAlpha = 1;
    }

    placeOf(index, t) {
        const ship = index === undefined ? null : this.round.game.ships[index];
        const place = ship && ship.placeAt(Math.min(t, Math.max(ship.first, ship.end - 0.001)));
        return place && place.set === this.set ? place : null;
    }

    // A beam ends with either ship; where its end was not told, soon. Short ones are shown long enough to be seen.
    endOf(beam) {
        const {ships} = this.round.game, end = (index) => (index === undefined ? Infinity : ships[index].end);
        return Math.max(Math.min(beam.until ?? beam.t + 3, end(beam.ship), end(beam.target)), beam.t + 0.4 * this.linger);
    }

    drawBeams(pen, projection, now) {
        for (const beam of this.round.game.beams) {
            if (beam.t > now || this.endOf(beam) < now)
                continue;
            const from = this.placeOf(beam.ship, now), to = this.placeOf(beam.target, now);
            if (!from || !to)
                continue;
            const [a, b] = [projection.at(from), projection.at(to)];
            for (const [width, alpha] of [[7, 0.12], [3, 0.35], [1.2, 0.95]]) {
                pen.strokeStyle = `rgba(${SHOT_COLOURS[beam.kind]},${alpha})`;
                pen.lineWidth = width;
                pen.beginPath();
                pen.moveTo(...a);
                pen.lineTo(...b);
                pen.stroke();
            }
        }
    }

    // No message tells of a flight, only of the launch: the bolt is drawn on its way for a moment that looks right.
    drawBolts(pen, projection, now) {
        for (const bolt of this.round.game.bolts) {
            if (bolt.t > now || now - bolt.t > 6 * this.linger)
                continue;
            const from = this.placeOf(bolt.ship, bolt.t);
            if (!from)
                continue;
            const target = this.placeOf(bolt.target, now);
            const to = target || {x: from.x + from.fx * 30, y: from.y + from.fy * 30, z: from.z + from.fz * 30};
            const distance = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
            const flight = Math.min(5, Math.max(0.7, distance / (bolt.kind === 'pulse' ? 60 : 25))) * this.linger;
            const part = (now - bolt.t) / flight;
            if (part > 1)
                continue;
            const at = (share) => projection.at({x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share,
                z: from.z + (to.z - from.z) * share});
            const [x, y] = at(part), [tx, ty] = at(Math.max(0, part - 0.12));
            pen.strokeStyle = `rgba(${SHOT_COLOURS[bolt.kind]},0.55)`;
            pen.lineWidth = bolt.kind === 'pulse' ? 2.5 : 1.5;
            pen.beginPath();
            pen.moveTo(tx, ty);
            pen.lineTo(x, y);
            pen.stroke();
            this.drawGlow(pen, x, y, bolt.kind === 'pulse' ? 7 : 11, SHOT_COLOURS[bolt.kind]);
        }
    }

    // Conditions that fell just now.
    drawHits(pen, projection, now) {
        const lasts = 0.9 * this.linger;
        for (const damage of this.round.damage) {
            const age = (now - damage.t) / lasts;
            const place = age >= 0 && age < 1 && this.placeOf(damage.ship, now);
            if (!place)
                continue;
            const [x, y] = projection.at(place);
            const hull = damage.hull + damage.systems > damage.shields;
            pen.strokeStyle = `rgba(${hull ? '255,110,80' : '130,200,255'},${(1 - age).toFixed(2)})`;
            pen.lineWidth = 2;
            pen.beginPath();
            pen.arc(x, y, 11 + 9 * age, 0, 2 * Math.PI);
            pen.stroke();
        }
    }

    drawExplosions(pen, projection, now) {
        for (const ship of this.round.ships) {
            if (ship.died === undefined)
                continue;
            const age = (now - ship.died) / (Math.max(3, ship.lifetime || 0) * Math.max(1, this.linger / 2));
            const place = age >= 0 && age < 1 && this.placeOf(ship.index, ship.died);
            if (!place)
                continue;
            const [x, y] = projection.at(place), size = 14 + 46 * Math.sqrt(age);
            pen.globalAlpha = (1 - age) ** 1.2;
            this.drawGlow(pen, x, y, size * 1.5, '255,150,70');
            this.drawGlow(pen, x, y, size * 0.6, '255,240,200');
            pen.strokeStyle = 'rgba(255,190,120,0.9)';
            pen.lineWidth = 2;
            pen.beginPath();
            pen.arc(x, y, size, 0, 2 * Math.PI);
            pen.stroke();
            pen.globalAlpha = 1;
        }
    }

    makeGlow() {
        const sprites = new Map();
        return (colour) => {
            if (!sprites.has(colour)) {
                const canvas = document.createElement('canvas');
                canvas.width = canvas.height = 64;
                const pen = canvas.getContext('2d'), light = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
                light.addColorStop(0, `rgba(${colour},1)`);
                light.addColorStop(0.25, `rgba(${colour},0.6)`);
                light.addColorStop(1, `rgba(${colour},0)`);
                pen.fillStyle = light;
                pen.fillRect(0, 0, 64, 64);
                sprites.set(colour, canvas);
            }
            return sprites.get(colour);
        };
    }

    drawGlow(pen, x, y, size, colour) {
        pen.drawImage(this.glow(colour), x - size, y - size, 2 * size, 2 * size);
    }

    drawShip(pen, projection, ship, place, now) {
        const [x, y] = projection.at(place), colour = Palette.ofShip(ship, 'dark'), cloaked = ship.isCloaked(now);
        const size = ship.moves ? 11 : 8;
        if (ship.pilot === this.selected) {
            pen.strokeStyle = 'rgba(255,255,255,0.85)';
            pen.lineWidth = 1.5;
            pen.beginPath();
            pen.arc(x, y, 18, 0, 2 * Math.PI);
            pen.stroke();
        }
        pen.globalAlpha = cloaked ? 0.4 : place.fresh ? 1 : 0.55;
        pen.beginPath();
        if (ship.moves)
            this.traceArrow(pen, x, y, size, projection.turn(place));
        else
            this.traceStation(pen, x, y, size);
        pen.setLineDash(cloaked || !place.fresh ? [2, 2] : []);
        pen.lineWidth = 1.5;
        pen.strokeStyle = cloaked || !place.fresh ? colour : '#0b1020';
        pen.fillStyle = cloaked || !place.fresh ? 'rgba(0,0,0,0)' : colour;
        pen.fill();
        pen.stroke();
        pen.setLineDash([]);
        pen.globalAlpha = 1;
    }

    // An arrowhead; a ship that comes towards us or flies away is seen shorter.
    traceArrow(pen, x, y, size, [dx, dy]) {
        const length = Math.hypot(dx, dy), ahead = Math.max(0.45, Math.min(1, length));
        if (length < 0.15) {
            pen.arc(x, y, size * 0.5, 0, 2 * Math.PI);
            return;
        }
        const [ux, uy] = [dx / length, dy / length];
        const point = (along, across) => [x + (ux * along - uy * across) * size, y + (uy * along + ux * across) * size];
        pen.moveTo(...point(1.25 * ahead, 0));
        pen.lineTo(...point(-0.9 * ahead, 0.8));
        pen.lineTo(...point(-0.45 * ahead, 0));
        pen.lineTo(...point(-0.9 * ahead, -0.8));
        pen.closePath();
    }

    traceStation(pen, x, y, size) {
        for (let i = 0; i < 6; i++)
            pen.lineTo(x + size * Math.cos(i * Math.PI / 3), y + size * Math.sin(i * Math.PI / 3));
        pen.closePath();
    }

    // Names stand beside their ships where they cover neither another name nor a ship.
    drawLabels(pen, projection, there, now) {
        pen.textAlign = 'left';
        pen.textBaseline = 'middle';
        const taken = there.map(({place}) => projection.at(place)).map(([x, y]) => [x - 12, y - 12, x + 12, y + 12]);
        for (const {ship, place} of there) {
            const [x, y] = projection.at(place), hull = ship.hullAt(now), {name, note} = this.labelOf(ship, place, now);
            pen.font = '600 12px system-ui, sans-serif';
            const width = Math.max(pen.measureText(name).width, note.length * 5.2);
            const [left, top] = this.freePlace(taken, width, x, y);
            taken.push([left, top, left + width, top + 28]);
            this.writeOn(pen, name, left, top + 7, Palette.ofShip(ship, 'dark'));
            pen.font = '10px system-ui, sans-serif';
            if (note)
                this.writeOn(pen, note, left, top + 21, 'rgba(205,216,240,0.85)');
            if (hull !== undefined)
                this.drawBar(pen, x - 13, y + 20, 26, hull);
        }
    }

    labelOf(ship, place, now) {
        const name = clean(ship.owner ? this.round.game.playerName(ship.player) : ship.name || ship.className, 24);
        const note = [ship.owner ? clean(ship.className, 32) : '', ship.isCloaked(now) ? 'cloaked' : '',
            place.fresh ? '' : `last told ${Words.time(place.since)}`].filter(Boolean).join(', ');
        return {name, note};
    }

    freePlace(taken, width, x, y) {
        const places = [[x + 20, y - 14], [x - 20 - width, y - 14], [x + 14, y - 42], [x + 14, y + 24], [x - 14 - width, y - 42],
            [x - 14 - width, y + 24]];
        const isFree = ([left, top]) => taken.every((box) => left > box[2] || left + width < box[0] || top > box[3] || top + 28 < box[1]);
        return places.find(isFree) || places[0];
    }

    // Those outside the picture: an arrow at its edge.
    drawPointers(pen, projection, there) {
        const edge = 16;
        for (const {ship, place} of there) {
            const [x, y] = projection.at(place);
            const px = Math.min(this.width - edge, Math.max(edge, x)), py = Math.min(this.topHeight - edge, Math.max(edge, y));
            if (px === x && py === y)
                continue;
            const length = Math.hypot(x - px, y - py) || 1;
            pen.fillStyle = Palette.ofShip(ship, 'dark');
            pen.strokeStyle = '#0b1020';
            pen.beginPath();
            this.traceArrow(pen, px, py, 7, [(x - px) / length, (y - py) / length]);
            pen.fill();
            pen.font = '600 11px system-ui, sans-serif';
            pen.textAlign = px > this.width / 2 ? 'right' : 'left';
            const name = clean(ship.owner ? this.round.game.playerName(ship.player) : ship.name || ship.className, 24);
            this.writeOn(pen, name, px + (px > this.width / 2 ? -14 : 14), Math.min(this.topHeight - 12, Math.max(12, py)), pen.fillStyle);
        }
        pen.textAlign = 'left';
    }

    writeOn(pen, text, x, y, colour) {
        pen.lineWidth = 3;
        pen.strokeStyle = 'rgba(9,12,23,0.85)';
        pen.strokeText(text, x, y);
        pen.fillStyle = colour;
        pen.fillText(text, x, y);
    }

    drawBar(pen, x, y, width, value) {
        pen.fillStyle = 'rgba(255,255,255,0.16)';
        pen.fillRect(x, y, width, 3);
        pen.fillStyle = Palette.ofCondition(value, 'dark');
        pen.fillRect(x, y, width * value / 255, 3);
    }

    // The newest line of everybody, beside the ship or in the corner.
    drawChat(pen, projection, there, now) {
        const lasts = 5 * this.linger, lines = new Map();
        for (const event of this.round.events)
            if ((event.kind === 'chat' || event.kind === 'team_chat') && event.t <= now && now - event.t < lasts)
                lines.set(event.player, event);
        let corner = 0;
        for (const event of lines.values()) {
            const own = there.find(({ship}) => ship.player === event.player && ship.owner);
            const [x, y] = own ? projection.at(own.place) : [20, 56 + 24 * corner++];
            const text = own ? clean(event.text, 48) : `${clean(this.round.game.playerName(event.player), 20)}: ${clean(event.text, 48)}`;
            this.drawBubble(pen, text, own ? x + 10 : x, own ? y - 34 : y, 1 - Math.max(0, (now - event.t) / lasts - 0.7) / 0.3);
        }
    }

    drawBubble(pen, text, x, y, alpha) {
        pen.font = '12px system-ui, sans-serif';
        const width = Math.min(pen.measureText(text).width, 320) + 16;
        const left = Math.max(4, Math.min(this.width - width - 4, x));
        pen.globalAlpha = alpha;
        pen.fillStyle = 'rgba(236,241,255,0.94)';
        pen.beginPath();
        pen.roundRect(left, y - 11, width, 22, 8);
        pen.fill();
        pen.fillStyle = '#141a2c';
        pen.textAlign = 'left';
        pen.textBaseline = 'middle';
        pen.fillText(text, left + 8, y, 320);
        pen.globalAlpha = 1;
    }
}
