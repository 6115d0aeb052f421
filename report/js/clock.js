// The moment that the whole page shows: play button, slider, keys. Everybody who shows something listens.

const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 30, 60];
const RIBBON_MARKS = {
    death: '\u2715',
    chat: '\u25cf',
    team_chat: '\u25cf',
    join: '\u25b8',
    leave: '\u25c2',
    refused: '\u25c2',
    end: '\u25a0',
};

class Clock {
    constructor(root) {
        this.root = root;
        this.listeners = []; // for every frame
        this.readers = []; // for what people read: ten times a second is enough
        this.now = 0;
        this.playing = false;
        this.frames = 0; // drawn while playing, for those who measure
        this.build();
        document.addEventListener('keydown', (event) => this.press(event));
    }

    build() {
        this.button = make(
            'button',
            {class: 'play', id: 'play', 'aria-label': 'Play', onclick: () => this.toggle()},
            '\u25b6'
        );
        this.speedBox = make(
            'select',
            {
                class: 'pace',
                id: 'speed',
                'aria-label': 'Speed',
                title: 'Speed',
                onchange: () => {
                    this.speed = Number(this.speedBox.value);
                },
            },
            SPEEDS.map((speed) => make('option', {value: speed}, `${speed}\u00d7`))
        );
        this.label = make('output', {class: 'moment', id: 'moment'});
        this.ribbon = make('canvas', {class: 'ribbon', 'aria-hidden': 'true'});
        this.slider = make('input', {
            type: 'range',
            id: 'slider',
            step: '0.05',
            'aria-label': 'Moment',
            title:
                'Bars: shots. \u2715 death, \u25cf chat, \u25b8 joins, \u25c2 leaves, \u25a0 the round ends.\n' +
                'Space plays, arrow keys step a second, with Shift ten; N and P go to the next and the previous death.',
            oninput: () => this.seek(Number(this.slider.value)),
        });
        const step = (id, title, sign, onclick) => make('button', {id, class: 'step', title, onclick}, sign);
        this.copy = step('copy-link', 'Copy a link to this moment', 'Copy link', () => this.copyLink());
        this.root.append(
            this.button,
            this.speedBox,
            step('previous-death', 'Previous death (P)', '\u25c2\u2715', () => this.toDeath(false)),
            step('next-death', 'Next death (N)', '\u2715\u25b8', () => this.toDeath(true)),
            make('div', {class: 'track'}, this.ribbon, this.slider),
            this.label,
            this.copy
        );
        new ResizeObserver(() => this.drawRibbon()).observe(this.ribbon);
    }

    // A pace at which the round takes a minute or so.
    setRound(round) {
        this.round = round;
        this.pause();
        this.slider.min = round.from;
        this.slider.max = round.to;
        const wanted = (round.to - round.from) / 90;
        this.speed = SPEEDS.find((speed) => speed >= Math.max(1, wanted)) || SPEEDS[SPEEDS.length - 1];
        this.speedBox.value = this.speed;
        this.drawRibbon();
        this.seek(round.from);
    }

    listen(listener) {
        this.listeners.push(listener);
    }

    read(reader) {
        this.readers.push(reader);
    }

    seek(t) {
        this.move(t);
        this.tellReaders();
    }

    move(t) {
        this.now = Math.min(this.round.to, Math.max(this.round.from, t));
        for (const listener of this.listeners) listener(this.now);
    }

    tellReaders() {
        this.slider.value = this.now;
        this.slider.setAttribute('aria-valuetext', Words.time(this.now));
        this.label.textContent = `${Words.time(this.now, true)} / ${Words.time(this.round.to)}`;
        for (const reader of this.readers) reader(this.now);
        this.toldReaders = performance.now();
    }

    toDeath(forward) {
        const times = this.round.events.filter((event) => event.kind === 'death').map((event) => event.t);
        const t = forward
            ? times.find((time) => time > this.now + 0.01)
            : times.reverse().find((time) => time < this.now - 0.01);
        if (t !== undefined) this.seek(t);
    }

    // The address of the page at this moment; who knows which ship is selected says so.
    linkHere() {
        return Moments.link(this.now, this.pilot ? this.pilot() : null);
    }

    copyLink() {
        history.replaceState(null, '', this.linkHere());
        const say = (words) => (this.copy.textContent = words);
        const copied = navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject();
        copied.then(
            () => say('Copied'),
            () => say('In the address')
        );
        setTimeout(() => say('Copy link'), 1500);
    }

    toggle() {
        if (this.playing) this.pause();
        else this.play();
    }

    play() {
        if (this.now >= this.round.to - 0.05) this.seek(this.round.from);
        this.playing = true;
        this.button.textContent = '\u275a\u275a';
        this.button.setAttribute('aria-label', 'Pause');
        this.last = null;
        requestAnimationFrame((time) => this.step(time));
    }

    pause() {
        if (this.playing) this.tellReaders();
        this.playing = false;
        this.button.textContent = '\u25b6';
        this.button.setAttribute('aria-label', 'Play');
    }

    step(time) {
        if (!this.playing) return;
        if (this.last !== null) this.move(this.now + ((time - this.last) / 1000) * this.speed);
        if (performance.now() - this.toldReaders > 100) this.tellReaders();
        this.last = time;
        this.frames++;
        if (this.now >= this.round.to) this.pause();
        else requestAnimationFrame((next) => this.step(next));
    }

    press(event) {
        const tag = event.target.tagName;
        if (
            tag === 'SELECT' ||
            tag === 'TEXTAREA' ||
            (tag === 'INPUT' && event.target !== this.slider) ||
            event.ctrlKey ||
            event.metaKey ||
            event.altKey
        )
            return;
        const step = event.shiftKey ? 10 : 1;
        if (event.key === ' ' && tag !== 'BUTTON' && tag !== 'SUMMARY') this.toggle();
        else if (event.key === 'ArrowRight') this.seek(this.now + step);
        else if (event.key === 'ArrowLeft') this.seek(this.now - step);
        else if (event.key === 'n' || event.key === 'p') this.toDeath(event.key === 'n');
        else return;
        event.preventDefault();
    }

    // Under the slider: how much was fired when, and what else happened.
    drawRibbon() {
        const {clientWidth: width, clientHeight: height} = this.ribbon;
        if (!this.round || width === 0) return;
        const pen = sharpCanvas(this.ribbon, width, height);
        const x = (t) => ((t - this.round.from) / (this.round.to - this.round.from)) * width;
        this.drawShots(pen, x, width, height);
        pen.font = '600 10px system-ui, sans-serif';
        pen.textAlign = 'center';
        pen.textBaseline = 'middle';
        for (const event of this.round.events) {
            const mark = RIBBON_MARKS[event.kind];
            if (!mark) continue;
            const ship = event.ship === undefined ? null : this.round.game.ships[event.ship];
            const player = event.kind === 'death' ? ship && ship.owner : this.round.game.players[event.player];
            pen.fillStyle = event.kind === 'end' ? Palette.read('--quiet') : Palette.ofPlayer(player);
            pen.globalAlpha = event.kind === 'death' ? 1 : 0.75;
            pen.font = event.kind === 'death' ? '700 12px system-ui, sans-serif' : '600 8px system-ui, sans-serif';
            pen.fillText(mark, x(event.t), event.kind === 'death' ? 7 : height - 6);
        }
    }

    drawShots(pen, x, width, height) {
        const bars = Math.max(20, Math.floor(width / 4)),
            counts = new Array(bars).fill(0);
        for (const shot of this.round.shots)
            counts[Math.min(bars - 1, Math.max(0, Math.floor((x(shot.t) / width) * bars)))]++;
        const most = Math.max(...counts, 1);
        pen.fillStyle = Palette.read('--ribbon');
        counts.forEach((count, i) => {
            const tall = Math.sqrt(count / most) * (height - 22);
            pen.fillRect((i * width) / bars, height - 11 - tall, width / bars - 1, tall);
        });
    }
}

// A canvas with as many pixels as the screen has, drawn on in CSS pixels.
function sharpCanvas(canvas, width, height) {
    const scale = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
        canvas.width = Math.round(width * scale);
        canvas.height = Math.round(height * scale);
    }
    const pen = canvas.getContext('2d');
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    return pen;
}
