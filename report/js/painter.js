// Draws space and what is in it. Space itself, grid and the ships' ways are drawn once for every view and kept; what
// moves is drawn for every frame.

const SHOT_COLOURS = {
    torpedo: '255,120,60',
    pulse: '110,240,140',
    phaser: '255,190,90',
    tractor: '120,190,255',
    beam: '255,190,90',
};

class Painter {
    constructor(scene, camera) {
        this.scene = scene;
        this.camera = camera;
        this.ground = document.createElement('canvas');
        this.glow = this.makeGlow();
        this.forget();
    }

    // Another round, other ways.
    forget() {
        this.pathsOf = new Map();
    }

    paint(canvas, now) {
        if (this.camera.moved) this.drawGround();
        this.camera.moved = false;
        const pen = sharpCanvas(canvas, this.camera.width, this.camera.height);
        pen.drawImage(this.ground, 0, 0, this.camera.width, this.camera.height);
        const there = this.scene.shipsAt(now);
        for (const projection of this.camera.projections) {
            this.clipTo(pen, projection);
            this.drawTrails(pen, projection, there, now);
            this.drawBeams(pen, projection, now);
            this.drawHits(pen, projection, now);
            this.drawExplosions(pen, projection, now);
            for (const {ship, place} of there) this.drawShip(pen, projection, ship, place, now);
            this.drawBolts(pen, projection, now);
            if (projection.top === 0) {
                this.drawLabels(pen, projection, there, now);
                this.drawPointers(pen, projection, there);
                this.drawChat(pen, projection, there, now);
            }
            pen.restore();
        }
    }

    clipTo(pen, projection) {
        pen.save();
        pen.beginPath();
        pen.rect(0, projection.top, this.camera.width, projection.tall);
        pen.clip();
    }

    // Space, grid, ways.
    drawGround() {
        const pen = sharpCanvas(this.ground, this.camera.width, this.camera.height);
        pen.drawImage(this.sky(), 0, 0, this.camera.width, this.camera.height);
        for (const projection of this.camera.projections) {
            this.clipTo(pen, projection);
            this.drawGrid(pen, projection);
            this.drawWays(pen, projection);
            pen.restore();
        }
        pen.fillStyle = 'rgba(150,170,220,0.25)';
        pen.fillRect(0, this.camera.topHeight, this.camera.width, 1);
        pen.font = '600 10px system-ui, sans-serif';
        pen.fillStyle = 'rgba(170,190,230,0.55)';
        pen.textAlign = 'left';
        pen.fillText('FROM ABOVE', 14, this.camera.topHeight - 12);
        pen.fillText('FROM THE SIDE', 14, this.camera.height - 12);
        this.drawKey(pen);
        this.drawScale(pen);
    }

    // What the signs mean, in the corner where least happens; not where there is no room for it.
    drawKey(pen) {
        const y = this.camera.height - 16,
            ring = (colour, dash) => (x) => this.drawRing(pen, x, y, colour, dash);
        const glow = (kind) => (x) => this.drawGlow(pen, x, y, 7, SHOT_COLOURS[kind]);
        const signs = [
            ['beam', (x) => this.drawStroke(pen, x, y, SHOT_COLOURS.beam)],
            ['torpedo', glow('torpedo')],
            ['pulse', glow('pulse')],
            ['loss of shields', ring('130,200,255')],
            ['loss of hull or systems', ring('255,110,80')],
            ['cloaked, or last told here', ring('205,216,240', [2, 2])],
        ];
        const sign = 18,
            gap = 14;
        pen.font = '10px system-ui, sans-serif';
        pen.textAlign = 'left';
        const wide = signs.reduce((sum, [word]) => sum + pen.measureText(word).width + sign + gap, -gap);
        let x = this.camera.width - 16 - wide;
        if (x < 130) return;
        for (const [word, drawSign] of signs) {
            drawSign(x + 6);
            pen.fillStyle = 'rgba(170,190,230,0.75)';
            pen.fillText(word, x + sign, y + 4);
            x += sign + pen.measureText(word).width + gap;
        }
    }

    drawRing(pen, x, y, colour, dash = []) {
        pen.strokeStyle = `rgba(${colour},0.9)`;
        pen.lineWidth = 1.5;
        pen.setLineDash(dash);
        pen.beginPath();
        pen.arc(x, y, 5, 0, 2 * Math.PI);
        pen.stroke();
        pen.setLineDash([]);
    }

    drawStroke(pen, x, y, colour) {
        pen.strokeStyle = `rgba(${colour},0.95)`;
        pen.lineWidth = 1.5;
        pen.beginPath();
        pen.moveTo(x - 6, y);
        pen.lineTo(x + 7, y);
        pen.stroke();
    }

    // Stars stay where they are, so they are drawn once for a size.
    sky() {
        const size = `${this.camera.width}x${this.camera.height}`;
        if (this.skySize === size) return this.skyCanvas;
        this.skySize = size;
        this.skyCanvas = document.createElement('canvas');
        const pen = sharpCanvas(this.skyCanvas, this.camera.width, this.camera.height),
            dusk = pen.createLinearGradient(0, 0, 0, this.camera.height);
        dusk.addColorStop(0, '#0b1020');
        dusk.addColorStop(1, '#090c17');
        pen.fillStyle = dusk;
        pen.fillRect(0, 0, this.camera.width, this.camera.height);
        this.drawStars(pen);
        return this.skyCanvas;
    }

    drawStars(pen) {
        let seed = 7;
        const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
        for (let i = 0; i < (this.camera.width * this.camera.height) / 2600; i++) {
            pen.fillStyle = `rgba(200,215,255,${(0.08 + 0.3 * random() ** 3).toFixed(2)})`;
            const size = random() < 0.06 ? 1.6 : 1;
            pen.fillRect(random() * this.camera.width, random() * this.camera.height, size, size);
        }
    }

    // A step of 1, 2 or 5 that is some 90 pixels wide.
    gridStep() {
        const wanted = 90 / this.camera.view.scale,
            decade = 10 ** Math.floor(Math.log10(wanted));
        return decade * [1, 2, 5, 10].find((step) => decade * step >= wanted);
    }

    drawGrid(pen, projection) {
        const step = this.gridStep(),
            {scale} = this.camera.view;
        const [ox, oy] = projection.at({x: 0, y: 0, z: 0});
        pen.strokeStyle = 'rgba(120,145,200,0.13)';
        pen.lineWidth = 1;
        pen.beginPath();
        for (
            let x = ((ox % (step * scale)) + step * scale) % (step * scale);
            x < this.camera.width;
            x += step * scale
        ) {
            pen.moveTo(Math.round(x) + 0.5, projection.top);
            pen.lineTo(Math.round(x) + 0.5, projection.top + projection.tall);
        }
        const first = (((oy - projection.top) % (step * scale)) + step * scale) % (step * scale);
        for (let y = projection.top + first; y < projection.top + projection.tall; y += step * scale) {
            pen.moveTo(0, Math.round(y) + 0.5);
            pen.lineTo(this.camera.width, Math.round(y) + 0.5);
        }
        pen.stroke();
    }

    drawScale(pen) {
        const step = this.gridStep(),
            length = step * this.camera.view.scale;
        const x = this.camera.width - 16 - length,
            y = this.camera.topHeight - 16;
        pen.strokeStyle = 'rgba(190,205,240,0.7)';
        pen.lineWidth = 1.5;
        pen.beginPath();
        pen.moveTo(x, y - 4);
        pen.lineTo(x, y);
        pen.lineTo(x + length, y);
        pen.lineTo(x + length, y - 4);
        pen.stroke();
        pen.fillStyle = 'rgba(190,205,240,0.8)';
        pen.font = '600 10px system-ui, sans-serif';
        pen.textAlign = 'center';
        pen.fillText(`${Words.number(step, step < 1 ? 2 : 0)} units`, x + length / 2, y - 6);
    }

    drawWays(pen, projection) {
        const [ox, oy] = projection.at({x: 0, y: 0, z: 0}),
            {scale} = this.camera.view;
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
        const key = `${this.scene.set}/${axis}`;
        if (!this.pathsOf.has(key))
            this.pathsOf.set(
                key,
                this.scene.pieces().map(({ship, piece}) => {
                    const path = new Path2D();
                    piece.t.forEach((_, i) => path.lineTo(piece.x[i], piece[axis][i]));
                    return {ship, path};
                })
            );
        return this.pathsOf.get(key);
    }

    // The last seconds of every ship's way, fading.
    drawTrails(pen, projection, there, now) {
        pen.lineCap = 'round';
        for (const {ship, place} of there) {
            const piece = ship.way.find(
                (candidate) => candidate.t[0] <= now && candidate.t[candidate.t.length - 1] >= now
            );
            if (!piece || ship.isCloaked(now)) continue;
            pen.strokeStyle = Palette.ofShip(ship, 'dark');
            let before = projection.at(place),
                until = now;
            for (let i = countUpTo(piece.t, now) - 1; i >= 0 && until > now - this.scene.trail; i--) {
                const start = Math.max(piece.t[i], now - this.scene.trail);
                const point = projection.at(
                    start === piece.t[i] ? {x: piece.x[i], y: piece.y[i], z: piece.z[i]} : ship.placeIn(piece, start)
                );
                pen.globalAlpha = 0.15 + 0.65 * (1 - (now - until) / this.scene.trail);
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
        const ship = index === undefined ? null : this.scene.round.game.ships[index];
        const place = ship && ship.placeAt(Math.min(t, Math.max(ship.first, ship.end - 0.001)));
        return place && place.set === this.scene.set ? place : null;
    }

    // A beam ends with either ship; where its end was not told, soon. Short ones are shown long enough to be seen.
    endOf(beam) {
        const {ships} = this.scene.round.game,
            end = (index) => (index === undefined ? Infinity : ships[index].end);
        return Math.max(
            Math.min(beam.until ?? beam.t + 3, end(beam.ship), end(beam.target)),
            beam.t + 0.4 * this.scene.linger
        );
    }

    drawBeams(pen, projection, now) {
        for (const beam of this.scene.round.game.beams) {
            if (beam.t > now || this.endOf(beam) < now) continue;
            const from = this.placeOf(beam.ship, now),
                to = this.placeOf(beam.target, now);
            if (!from || !to) continue;
            const [a, b] = [projection.at(from), projection.at(to)];
            for (const [width, alpha] of [
                [7, 0.12],
                [3, 0.35],
                [1.2, 0.95],
            ]) {
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
        for (const bolt of this.scene.round.game.bolts) {
            if (bolt.t > now || now - bolt.t > 6 * this.scene.linger) continue;
            const from = this.placeOf(bolt.ship, bolt.t);
            if (!from) continue;
            const target = this.placeOf(bolt.target, now);
            const to = target || {x: from.x + from.fx * 30, y: from.y + from.fy * 30, z: from.z + from.fz * 30};
            const distance = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
            const flight = Math.min(5, Math.max(0.7, distance / (bolt.kind === 'pulse' ? 60 : 25))) * this.scene.linger;
            const part = (now - bolt.t) / flight;
            if (part > 1) continue;
            const at = (share) =>
                projection.at({
                    x: from.x + (to.x - from.x) * share,
                    y: from.y + (to.y - from.y) * share,
                    z: from.z + (to.z - from.z) * share,
                });
            const [x, y] = at(part),
                [tx, ty] = at(Math.max(0, part - 0.12));
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
        const lasts = 0.9 * this.scene.linger;
        for (const damage of this.scene.round.damage) {
            const age = (now - damage.t) / lasts;
            const place = age >= 0 && age < 1 && this.placeOf(damage.ship, now);
            if (!place) continue;
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
        for (const ship of this.scene.round.ships) {
            if (ship.died === undefined) continue;
            const age = (now - ship.died) / (Math.max(3, ship.lifetime || 0) * Math.max(1, this.scene.linger / 2));
            const place = age >= 0 && age < 1 && this.placeOf(ship.index, ship.died);
            if (!place) continue;
            const [x, y] = projection.at(place),
                size = 14 + 46 * Math.sqrt(age);
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
                const pen = canvas.getContext('2d'),
                    light = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
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
        const [x, y] = projection.at(place),
            colour = Palette.ofShip(ship, 'dark'),
            cloaked = ship.isCloaked(now);
        const size = ship.moves ? 11 : 8;
        if (ship.pilot === this.scene.selected) {
            pen.strokeStyle = 'rgba(255,255,255,0.85)';
            pen.lineWidth = 1.5;
            pen.beginPath();
            pen.arc(x, y, 18, 0, 2 * Math.PI);
            pen.stroke();
        }
        pen.globalAlpha = cloaked ? 0.4 : place.fresh ? 1 : 0.55;
        pen.beginPath();
        if (ship.moves) this.traceArrow(pen, x, y, size, projection.turn(place));
        else this.traceStation(pen, x, y, size);
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
        const length = Math.hypot(dx, dy),
            ahead = Math.max(0.45, Math.min(1, length));
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
            pen.lineTo(x + size * Math.cos((i * Math.PI) / 3), y + size * Math.sin((i * Math.PI) / 3));
        pen.closePath();
    }

    // Names stand beside their ships where they cover neither another name nor a ship.
    drawLabels(pen, projection, there, now) {
        pen.textAlign = 'left';
        pen.textBaseline = 'middle';
        const taken = there.map(({place}) => projection.at(place)).map(([x, y]) => [x - 12, y - 12, x + 12, y + 12]);
        for (const {ship, place} of there) {
            const [x, y] = projection.at(place),
                hull = ship.hullAt(now),
                {name, note} = this.labelOf(ship, place, now);
            pen.font = '600 12px system-ui, sans-serif';
            const width = Math.max(pen.measureText(name).width, note.length * 5.2);
            const [left, top] = this.freePlace(taken, width, x, y);
            taken.push([left, top, left + width, top + 28]);
            this.writeOn(pen, name, left, top + 7, Palette.ofShip(ship, 'dark'));
            pen.font = '10px system-ui, sans-serif';
            if (note) this.writeOn(pen, note, left, top + 21, 'rgba(205,216,240,0.85)');
            if (hull !== undefined) this.drawBar(pen, x - 13, y + 20, 26, hull);
        }
    }

    labelOf(ship, place, now) {
        const name = clean(
            ship.owner ? this.scene.round.game.playerName(ship.player) : ship.name || ship.className,
            24
        );
        const note = [
            ship.owner ? clean(ship.className, 32) : '',
            ship.isCloaked(now) ? 'cloaked' : '',
            place.fresh ? '' : `last told ${Words.time(place.since)}`,
        ]
            .filter(Boolean)
            .join(', ');
        return {name, note};
    }

    freePlace(taken, width, x, y) {
        const places = [
            [x + 20, y - 14],
            [x - 20 - width, y - 14],
            [x + 14, y - 42],
            [x + 14, y + 24],
            [x - 14 - width, y - 42],
            [x - 14 - width, y + 24],
        ];
        const isFree = ([left, top]) =>
            taken.every((box) => left > box[2] || left + width < box[0] || top > box[3] || top + 28 < box[1]);
        return places.find(isFree) || places[0];
    }

    // Those outside the picture: an arrow at its edge.
    drawPointers(pen, projection, there) {
        const edge = 16;
        for (const {ship, place} of there) {
            const [x, y] = projection.at(place);
            const px = Math.min(this.camera.width - edge, Math.max(edge, x)),
                py = Math.min(this.camera.topHeight - edge, Math.max(edge, y));
            if (px === x && py === y) continue;
            const length = Math.hypot(x - px, y - py) || 1;
            pen.fillStyle = Palette.ofShip(ship, 'dark');
            pen.strokeStyle = '#0b1020';
            pen.beginPath();
            this.traceArrow(pen, px, py, 7, [(x - px) / length, (y - py) / length]);
            pen.fill();
            pen.font = '600 11px system-ui, sans-serif';
            pen.textAlign = px > this.camera.width / 2 ? 'right' : 'left';
            const name = clean(
                ship.owner ? this.scene.round.game.playerName(ship.player) : ship.name || ship.className,
                24
            );
            this.writeOn(
                pen,
                name,
                px + (px > this.camera.width / 2 ? -14 : 14),
                Math.min(this.camera.topHeight - 12, Math.max(12, py)),
                pen.fillStyle
            );
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
        pen.fillRect(x, y, (width * value) / 255, 3);
    }

    // The newest line of everybody, beside the ship or in the corner.
    drawChat(pen, projection, there, now) {
        const lasts = 5 * this.scene.linger,
            lines = new Map();
        for (const event of this.scene.round.events)
            if ((event.kind === 'chat' || event.kind === 'team_chat') && event.t <= now && now - event.t < lasts)
                lines.set(event.player, event);
        let corner = 0;
        for (const event of lines.values()) {
            const own = there.find(({ship}) => ship.player === event.player && ship.owner);
            const [x, y] = own ? projection.at(own.place) : [20, 56 + 24 * corner++];
            const text = own
                ? clean(event.text, 48)
                : `${clean(this.scene.round.game.playerName(event.player), 20)}: ${clean(event.text, 48)}`;
            this.drawBubble(
                pen,
                text,
                own ? x + 10 : x,
                own ? y - 34 : y,
                1 - Math.max(0, (now - event.t) / lasts - 0.7) / 0.3
            );
        }
    }

    drawBubble(pen, text, x, y, alpha) {
        pen.font = '12px system-ui, sans-serif';
        const width = Math.min(pen.measureText(text).width, 320) + 16;
        const left = Math.max(4, Math.min(this.camera.width - width - 4, x));
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
