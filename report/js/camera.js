// Which part of space the map shows: from space to the screen, and who moves the picture.

const SIDE_SHARE = 0.26; // of the height, at least
const KEY_HEIGHT = 30; // at the bottom, for the meaning of the signs

class Camera {
    constructor(scene) {
        this.scene = scene;
        this.mode = 'auto'; // "auto" and "follow": the ships move the picture; "all" and "free": nobody, or the user
        this.view = {x: 0, y: 0, z: 0, scale: 1};
        this.width = this.height = this.topHeight = this.sideHeight = 0;
        this.goal = null; // a view on the way to which the picture is
        this.moved = true; // since somebody drew
    }

    look(mode, jump) {
        this.mode = mode;
        this.goal = null;
        if (mode === 'all') this.view = this.viewOf(this.boxOfAll());
        else if (mode === 'auto' && jump) this.view = this.viewOf(this.boxOfAction() || this.boxOfAll());
        this.moved = true;
    }

    resize(width, height) {
        this.width = width;
        this.height = height;
        this.moved = true;
    }

    pan(dx, dy, side) {
        this.view.x -= dx / this.view.scale;
        this.view[side ? 'z' : 'y'] += dy / this.view.scale;
        this.moved = true;
    }

    // What lies under a point of the screen stays there.
    zoom(factor, x = this.width / 2, y = this.topHeight / 2) {
        const scale = Math.min(400, Math.max(0.002, this.view.scale * factor));
        const change = 1 / this.view.scale - 1 / scale;
        if (this.mode !== 'follow') {
            this.view.x += (x - this.width / 2) * change;
            if (y <= this.topHeight) this.view.y -= (y - this.topHeight / 2) * change;
            else this.view.z -= (y - this.topHeight - this.sideHeight / 2) * change;
        }
        this.view.scale = scale;
        this.moved = true;
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
        const pieces = this.scene.pieces(),
            moving = pieces.filter(({ship}) => ship.moves);
        const low = {},
            high = {};
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
        return low.x > high.x
            ? this.boxAround([
                  {x: -50, y: -50, z: -20},
                  {x: 50, y: 50, z: 20},
              ])
            : {low, high};
    }

    // The ships that are out, and a little of the way they came.
    boxOfAction() {
        const now = this.scene.clock.now;
        const places = this.scene.round.ships
            .filter((ship) => ship.moves)
            .flatMap((ship) => [now, Math.max(ship.first, now - 3)].map((t) => ship.placeAt(t)))
            .filter((place) => place && place.set === this.scene.set);
        return places.length ? this.boxAround(places) : null;
    }

    viewOf({low, high}) {
        const least = 24,
            span = (axis) => Math.max(least, high[axis] - low[axis]),
            middle = (axis) => (low[axis] + high[axis]) / 2;
        const room = (pixels, margin) => Math.max(40, (pixels || 400) - margin);
        return {
            x: middle('x'),
            y: middle('y'),
            z: middle('z'),
            scale: Math.min(
                room(this.width, 230) / span('x'),
                room(this.topHeight, 120) / span('y'),
                room(this.sideHeight, 3 * KEY_HEIGHT) / span('z')
            ),
        };
    }

    // The side view gets as much of the height as the battle is high.
    divide() {
        const {low, high} = this.boxOfAll(),
            flat = high.z - low.z,
            deep = high.y - low.y;
        const share = Math.min(0.4, Math.max(SIDE_SHARE, flat / Math.max(1, flat + deep)));
        this.sideHeight = Math.round((this.height || 500) * share);
        this.topHeight = (this.height || 500) - this.sideHeight;
    }

    // Moves only when ships leave the picture or it is much too large for them, and then gently.
    steer() {
        if (this.mode === 'follow' && this.scene.selected)
            this.center(this.scene.selected.shipAt(this.scene.clock.now).placeAt(this.scene.clock.now));
        if (this.mode !== 'auto') return;
        const box = this.boxOfAction();
        if (box && !this.goal && this.fitsBadly(box)) this.goal = this.viewOf(box);
        if (!this.goal) return;
        const pace = 0.12,
            near = Math.abs(Math.log(this.goal.scale / this.view.scale));
        const apart =
            Math.hypot(this.goal.x - this.view.x, this.goal.y - this.view.y, this.goal.z - this.view.z) *
            this.view.scale;
        if (near < 0.02 && apart < 2) {
            this.goal = null;
            return;
        }
        for (const axis of ['x', 'y', 'z']) this.view[axis] += (this.goal[axis] - this.view[axis]) * pace;
        this.view.scale *= Math.exp(Math.log(this.goal.scale / this.view.scale) * pace);
        this.moved = true;
        this.scene.request();
    }

    fitsBadly({low, high}) {
        const [left, bottom] = this.above(low),
            [right, top] = this.above(high);
        const [, under] = this.beside(low),
            [, over] = this.beside(high);
        const edge = 30,
            {scale} = this.viewOf({low, high});
        return (
            left < edge ||
            right > this.width - edge * 3 ||
            top < edge ||
            bottom > this.topHeight - edge ||
            over < this.topHeight + 12 ||
            under > this.height - KEY_HEIGHT ||
            scale > this.view.scale * 2
        );
    }

    center(place) {
        if (!place) return;
        if (place.set !== this.scene.set) this.scene.showSet(place.set);
        if (Math.hypot(place.x - this.view.x, place.y - this.view.y, place.z - this.view.z) * this.view.scale < 1)
            return;
        Object.assign(this.view, {x: place.x, y: place.y, z: place.z});
        this.moved = true;
    }

    // ---- From space to screen: place -> [x, y] in the view from above and in the one from the side ----

    above(place) {
        return [
            (place.x - this.view.x) * this.view.scale + this.width / 2,
            (this.view.y - place.y) * this.view.scale + this.topHeight / 2,
        ];
    }

    beside(place) {
        return [
            (place.x - this.view.x) * this.view.scale + this.width / 2,
            (this.view.z - place.z) * this.view.scale + this.topHeight + this.sideHeight / 2,
        ];
    }

    get projections() {
        return [
            {at: (place) => this.above(place), turn: (place) => [place.fx, -place.fy], top: 0, tall: this.topHeight},
            {
                at: (place) => this.beside(place),
                turn: (place) => [place.fx, -place.fz],
                top: this.topHeight,
                tall: this.sideHeight,
            },
        ];
    }
}
