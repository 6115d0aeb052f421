// The battle as a picture: from above and, below that, from the side, with one scale.

const REACH = 20; // pixels around a ship that take a click

class BattleMap {
    constructor(canvas, tools, clock, onselect) {
        this.canvas = canvas;
        this.clock = clock;
        this.onselect = onselect;
        this.selected = null; // a pilot
        this.drawn = 0; // frames
        this.empty = document.getElementById('map-empty');
        this.camera = new Camera(this);
        this.painter = new Painter(this, this.camera);
        this.buildTools(tools);
        this.listen();
        Palette.listeners.push(() => this.redraw());
        new ResizeObserver(() => this.resize()).observe(canvas);
        clock.listen(() => this.request());
    }

    // ---- Controls ----

    buildTools(tools) {
        this.setTabs = make('div', {class: 'sets', role: 'group', 'aria-label': 'Sets of the map'});
        const look = (mode, label, title) =>
            make('button', {id: `look-${mode}`, title, onclick: () => this.look(mode, true)}, label);
        this.looks = {
            auto: look('auto', 'Action', 'Keep all ships that are out in the picture'),
            follow: look('follow', 'Follow', 'Keep the chosen ship in the middle'),
            all: look('all', 'Whole', 'Everywhere that ships were in this round'),
        };
        tools.append(
            this.setTabs,
            make(
                'div',
                {class: 'zoom'},
                Object.values(this.looks),
                make('button', {id: 'zoom-out', 'aria-label': 'Zoom out', onclick: () => this.zoom(1 / 1.4)}, '\u2212'),
                make('button', {id: 'zoom-in', 'aria-label': 'Zoom in', onclick: () => this.zoom(1.4)}, '+'),
                make('button', {id: 'picture', title: 'Save the map as a picture', onclick: () => this.save()}, 'PNG')
            )
        );
    }

    save() {
        const link = make('a', {
            href: this.canvas.toDataURL('image/png'),
            download: `battle-${Words.time(this.clock.now).replace(/:/g, '-')}.png`,
        });
        link.click();
    }

    listen() {
        const canvas = this.canvas;
        let drag = null;
        canvas.addEventListener('pointerdown', (event) => {
            canvas.setPointerCapture(event.pointerId);
            drag = {x: event.offsetX, y: event.offsetY, side: event.offsetY > this.camera.topHeight, moved: false};
        });
        canvas.addEventListener('pointermove', (event) => {
            if (!drag) {
                canvas.style.cursor = this.shipUnder(event.offsetX, event.offsetY) ? 'pointer' : 'grab';
                return;
            }
            const dx = event.offsetX - drag.x,
                dy = event.offsetY - drag.y;
            if (!drag.moved && Math.hypot(dx, dy) < 4) return;
            drag.moved = true;
            canvas.style.cursor = 'grabbing';
            this.pan(dx, dy, drag.side);
            drag.x = event.offsetX;
            drag.y = event.offsetY;
        });
        canvas.addEventListener('pointerup', (event) => {
            if (drag && !drag.moved) this.click(event.offsetX, event.offsetY);
            drag = null;
        });
        canvas.addEventListener('pointercancel', () => {
            drag = null;
        });
        canvas.addEventListener(
            'wheel',
            (event) => {
                event.preventDefault();
                this.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
            },
            {passive: false}
        );
    }

    click(x, y) {
        const ship = this.shipUnder(x, y);
        if (ship) this.onselect(ship.pilot);
    }

    pan(dx, dy, side) {
        this.look('free');
        this.camera.pan(dx, dy, side);
        this.request();
    }

    zoom(factor, x, y) {
        if (this.camera.mode !== 'follow') this.look('free');
        this.camera.zoom(factor, x, y);
        this.request();
    }

    look(mode, jump = false) {
        this.camera.look(mode, jump);
        for (const [name, button] of Object.entries(this.looks))
            button.setAttribute('aria-pressed', String(name === mode));
        this.request();
    }

    // ---- What is shown ----

    setRound(round) {
        this.round = round;
        this.trail = Math.min(60, Math.max(8, (round.to - round.from) / 12));
        this.selected = null;
        this.painter.forget();
        this.setTabs.replaceChildren(
            ...(round.sets.length > 1
                ? round.sets.map((set) =>
                      make('button', {'data-set': set, onclick: () => this.showSet(set)}, named(set || 'unknown set'))
                  )
                : [])
        );
        this.showSet(this.busiestSet());
        this.told = round.ships.some((ship) => ship.way.length > 0);
    }

    busiestSet() {
        const time = new Map();
        for (const ship of this.round.ships)
            for (const piece of ship.way) time.set(piece.set, (time.get(piece.set) || 0) + piece.t.length);
        return [...time].sort((a, b) => b[1] - a[1]).map(([set]) => set)[0] || '';
    }

    showSet(set) {
        this.set = set;
        for (const button of this.setTabs.children)
            button.setAttribute('aria-pressed', String(button.dataset.set === set));
        this.camera.divide();
        this.look(this.camera.mode === 'follow' ? 'follow' : 'auto', true);
    }

    select(pilot) {
        this.selected = pilot;
        const place = pilot && pilot.shipAt(this.clock.now).placeAt(this.clock.now);
        if (place && place.set !== this.set) this.showSet(place.set);
        this.request();
    }

    pieces() {
        return this.round.ships.flatMap((ship) =>
            ship.way
                .filter(
                    (piece) =>
                        piece.set === this.set &&
                        piece.t[0] < this.round.to &&
                        piece.t[piece.t.length - 1] >= this.round.from
                )
                .map((piece) => ({ship, piece}))
        );
    }

    resize() {
        const {clientWidth: width, clientHeight: height} = this.canvas,
            {camera} = this;
        if (width === 0 || (width === camera.width && height === camera.height)) return;
        camera.resize(width, height);
        if (!this.round) return;
        camera.divide();
        if (camera.mode === 'auto' || camera.mode === 'all') this.look(camera.mode, true);
        this.request();
    }

    redraw() {
        this.camera.moved = true;
        this.request();
    }

    request() {
        if (this.requested) return;
        this.requested = true;
        requestAnimationFrame(() => {
            this.requested = false;
            this.draw();
        });
    }

    // The ships of this set at a moment, with their places.
    shipsAt(now) {
        return this.round.ships
            .map((ship) => ({ship, place: ship.placeAt(now)}))
            .filter(({place}) => place && place.set === this.set);
    }

    shipUnder(x, y) {
        let best = null,
            nearest = REACH;
        for (const {ship, place} of this.shipsAt(this.clock.now)) {
            const [px, py] = y <= this.camera.topHeight ? this.camera.above(place) : this.camera.beside(place);
            const distance = Math.hypot(px - x, py - y);
            if (distance < nearest) [best, nearest] = [ship, distance];
        }
        return best;
    }

    // Why there is nothing to see.
    sayEmpty() {
        const text = !this.told
            ? 'No message of this capture tells where a ship is.'
            : this.shipsAt(this.clock.now).length === 0
              ? 'At this moment no message has told where a ship is.'
              : '';
        this.empty.hidden = !text;
        if (text && this.empty.textContent !== text) this.empty.textContent = text;
    }

    draw() {
        if (!this.round || !this.camera.width) return;
        this.linger = Math.max(1, this.clock.speed / 5); // at high speed, what happens is shown longer
        this.camera.steer();
        this.painter.paint(this.canvas, this.clock.now);
        this.sayEmpty();
        this.drawn++;
    }
}
