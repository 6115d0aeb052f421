// The bytes of a capture: which fields a byte belongs to, and how that is shown.

const COMPUTED = 1,
    REMARK = 2,
    MOST_SHOWN = 4096; // bytes of what was put together; a datagram has 512 at most

function bytesOf(hex) {
    return Array.from({length: hex.length / 2}, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function hexOf(byte) {
    return byte.toString(16).toUpperCase().padStart(2, '0');
}

// A line of the tree.
class Field {
    constructor(frame, [depth, source, start, size, name, label, flags], {names, labels}) {
        const [filter, title, meaning, section] = names[name];
        Object.assign(this, {frame, depth, source, start, size, label: labels[label], filter, title, meaning, section});
        this.computed = (flags & COMPUTED) !== 0;
        this.remark = (flags & REMARK) !== 0;
        this.parent = null;
    }

    holds(source, at) {
        return this.source === source && at >= this.start && at < this.start + this.size;
    }
}

// A datagram: its bytes as sent, what they mean, and its fields.
class Frame {
    constructor(told, words) {
        this.number = told.n;
        this.seconds = told.t;
        this.info = told.info;
        this.cipher = told.cipher === null ? null : bytesOf(told.cipher);
        this.sources = told.sources.map(bytesOf);
        this.fields = told.fields.map((row) => new Field(this, row, words));
        const above = [];
        for (const field of this.fields) {
            above.length = field.depth;
            field.parent = above[field.depth - 1] || null;
            above[field.depth] = field;
        }
        this.messages = this.fields.filter((field) => field.filter === 'bcnet.msg');
        this.owners = null;
    }

    // Of every byte of every source the smallest field on the wire that holds it, of several the first.
    smallest(source, at) {
        if (!this.owners) {
            this.owners = this.sources.map((bytes) => Array(bytes.length).fill(null));
            for (const field of this.fields) {
                if (field.computed || field.remark || field.depth === 0) continue;
                const owners = this.owners[field.source];
                for (let i = field.start; i < field.start + field.size; i++)
                    if (!owners[i] || field.size < owners[i].size) owners[i] = field;
            }
        }
        return this.owners[source][at] || null;
    }

    // The smallest field that holds the byte, what it is part of, and what else is exactly as large: bits of a number,
    // booleans of a group.
    at(source, at) {
        const field = this.smallest(source, at);
        if (!field) return {field, parts: [], computed: [], path: []};
        const path = [];
        for (let above = field.parent; above; above = above.parent) path.unshift(above);
        const alike = (other) => !other.computed && !other.remark && other.depth > 0 && other.size === field.size && other.holds(source, at);
        return {
            field,
            path,
            parts: this.fields.filter((other) => other !== field && alike(other)),
            computed: this.fields.filter((other) => other.computed && other.parent === field),
        };
    }

    // The message that a byte is in; -1 for the head of the datagram, and for what was joined from pieces.
    messageAt(source, at) {
        return source > 0 ? -1 : this.messages.findIndex((message) => message.holds(0, at));
    }
}

class BytesWorld {
    constructor(told) {
        this.capture = told.capture;
        this.program = told.program;
        this.more = told.more;
        this.questions = told.questions;
        this.frames = told.frames.map((frame) => new Frame(frame, told));
    }

    frame(number) {
        return this.frames.find((frame) => frame.number === number) || null;
    }
}

// What the page is looking at: a datagram, and a byte of it. Whoever shows something of it is told.
class Choice {
    constructor(world) {
        this.world = world;
        this.frame = world.frames[0] || null;
        this.source = 0;
        this.place = 0;
        this.listeners = [];
    }

    tell() {
        for (const listener of this.listeners) listener(this);
    }

    choose(frame, source = 0, place = 0) {
        this.frame = frame;
        this.source = Math.min(Math.max(0, source), frame.sources.length - 1);
        this.place = Math.min(Math.max(0, place), frame.sources[this.source].length - 1, this.source ? MOST_SHOWN - 1 : Infinity);
        this.tell();
    }

    // The datagram before or after.
    step(by) {
        const next = this.world.frames[this.world.frames.indexOf(this.frame) + by];
        if (next) this.choose(next);
    }

    get link() {
        return `#frame=${this.frame.number}&byte=${this.place}${this.source ? `&part=${this.source}` : ''}`;
    }

    // Back to where a link was made.
    follow(hash) {
        const asked = new URLSearchParams(hash.replace(/^#/, ''));
        const frame = this.world.frame(Number(asked.get('frame')));
        if (frame) this.choose(frame, Number(asked.get('part')) || 0, Number(asked.get('byte')) || 0);
    }
}

// Lines that are one stop of the tabulator: arrow keys go from one to the other.
function rove(root, lines, go) {
    root.addEventListener('keydown', (event) => {
        const buttons = lines(),
            at = buttons.indexOf(document.activeElement),
            to = {ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1}[event.key];
        if (at < 0 || to === undefined || !buttons[to]) return;
        event.preventDefault();
        buttons[to].focus();
        go(buttons[to]);
    });
}

function press(buttons, pressed) {
    const first = buttons.includes(pressed) ? pressed : buttons[0];
    for (const button of buttons) {
        button.setAttribute('aria-pressed', String(button === pressed));
        button.setAttribute('tabindex', button === first ? '0' : '-1');
    }
}

// ---- The list of datagrams ----

class FrameList {
    constructor(root, choice) {
        this.buttons = new Map();
        for (const frame of choice.world.frames) {
            const [, way, what] = frame.info.match(/^(.{1,60}? \u2192 .{1,60}?): ([^]*)$/) || [null, '', frame.info];
            const button = make(
                'button',
                {onclick: () => choice.choose(frame)},
                make('span', {class: 'when'}, `${frame.number} \u00b7 ${frame.seconds.toFixed(2)} s${way && ' \u00b7 '}`, make('bdi', {}, clean(way, 60))),
                make('bdi', {class: 'what'}, clean(what, 160))
            );
            this.buttons.set(frame, button);
            root.append(make('li', {}, button));
        }
        this.shown = null;
        rove(root, () => [...this.buttons.values()], (button) => button.click());
        choice.listeners.push(() => this.show(choice.frame));
    }

    show(frame) {
        if (frame === this.shown) return;
        this.shown = frame;
        const button = this.buttons.get(frame),
            box = button.closest?.('.pane');
        press([...this.buttons.values()], button);
        if (box && (button.offsetTop < box.scrollTop + 30 || button.offsetTop + button.offsetHeight > box.scrollTop + box.clientHeight))
            box.scrollTop = button.offsetTop - box.clientHeight / 3;
    }
}

// ---- The bytes ----

class Dump {
    constructor(root, choice) {
        this.root = root;
        this.choice = choice;
        this.narrow = window.matchMedia('(max-width: 700px)');
        this.shown = null;
        this.cells = [];
        root.addEventListener('keydown', (event) => this.key(event));
        this.narrow.addEventListener('change', () => this.fill());
        choice.listeners.push(() => this.show());
    }

    get across() {
        return this.narrow.matches === true ? 8 : 16;
    }

    show() {
        if (this.shown !== this.choice.frame) this.fill();
        this.mark();
    }

    fill() {
        const frame = this.choice.frame;
        this.shown = frame;
        this.cells = frame.sources.map((source, number) => source.slice(0, MOST_SHOWN).map((byte, at) => this.cell(frame, number, at, byte)));
        this.root.replaceChildren(
            ...this.cells.flatMap((cells, number) => [
                number > 0 && make('p', {class: 'dump-title'}, `Put together from pieces: ${Words.plural(frame.sources[number].length, 'byte')}`),
                ...this.rows(frame.sources[number], cells),
                cells.length < frame.sources[number].length && make('p', {class: 'dump-title'}, `${Words.number(cells.length)} of them are shown.`),
            ]).filter(Boolean)
        );
        this.mark();
    }

    cell(frame, source, at, byte) {
        const sent = source === 0 && frame.cipher ? frame.cipher[at] : null;
        return make(
            'button',
            {
                class: frame.messageAt(source, at) % 2 === 1 ? 'byte odd' : 'byte',
                tabindex: -1,
                'data-at': `${source}:${at}`,
                'aria-label': `byte ${at}, ${hexOf(byte)}, ${clean(frame.smallest(source, at)?.label || '', 100)}`,
                onclick: () => this.choice.choose(frame, source, at),
            },
            sent !== null && make('small', {'aria-hidden': 'true'}, hexOf(sent)),
            hexOf(byte)
        );
    }

    rows(source, cells) {
        const rows = [];
        for (let at = 0; at < cells.length; at += this.across) {
            const row = cells.slice(at, at + this.across);
            const letters = source.slice(at, at + this.across).map((byte) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '\u00b7'));
            const rest = Array.from({length: this.across - row.length}, () => make('span', {class: 'byte none'}, '00'));
            rows.push(
                make(
                    'div',
                    {class: 'dump-row'},
                    make('span', {class: 'place'}, String(at)),
                    ...row,
                    ...rest,
                    make('span', {class: 'letters', 'aria-hidden': 'true'}, letters.join('').padEnd(this.across))
                )
            );
        }
        return rows;
    }

    mark() {
        const {frame, source, place} = this.choice,
            field = frame.smallest(source, place),
            message = frame.messages[frame.messageAt(source, place)];
        this.cells.forEach((cells, number) =>
            cells.forEach((cell, at) => {
                const chosen = number === source && at === place;
                cell.setAttribute('aria-pressed', String(chosen));
                cell.setAttribute('tabindex', chosen ? '0' : '-1');
                cell.classList.toggle('in-field', Boolean(field && field.holds(number, at)));
                cell.classList.toggle('in-message', Boolean(message && message.holds(number, at)));
                cell.classList.toggle('shown', false);
            })
        );
    }

    // The bytes of an answer.
    point([source, start, size]) {
        for (let at = start; at < start + size; at++) this.cells[source]?.[at]?.classList.toggle('shown', true);
    }

    key(event) {
        const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.across, ArrowDown: this.across};
        const {frame, source, place} = this.choice,
            length = this.cells[source].length;
        if (event.key in steps) {
            const next = place + steps[event.key];
            if (next >= length && source + 1 < frame.sources.length) this.choice.choose(frame, source + 1, 0);
            else if (next < 0 && source > 0) this.choice.choose(frame, source - 1, this.cells[source - 1].length - 1);
            else if (next >= 0 && next < length) this.choice.choose(frame, source, next);
        } else if (event.key === 'Home' || event.key === 'End') this.choice.choose(frame, source, event.key === 'End' ? length - 1 : 0);
        else if (event.key === 'PageUp' || event.key === 'PageDown') this.choice.step(event.key === 'PageUp' ? -1 : 1);
        else return;
        event.preventDefault();
        this.cells[this.choice.source][this.choice.place].focus();
    }
}

// ---- All fields of the datagram ----

class FieldTree {
    constructor(root, choice) {
        this.root = root;
        this.choice = choice;
        this.shown = null;
        this.lines = new Map();
        rove(
            root,
            () => [...this.lines.values()],
            () => {}
        );
        choice.listeners.push(() => this.show());
    }

    show() {
        const {frame, source, place} = this.choice;
        if (this.shown !== frame) this.fill(frame);
        press([...this.lines.values()], this.lines.get(frame.smallest(source, place)));
    }

    fill(frame) {
        this.shown = frame;
        this.lines = new Map(frame.fields.map((field) => [field, this.line(field)]));
        this.root.replaceChildren(...this.lines.values());
    }

    line(field) {
        const words = clean(field.label, 300);
        const kind = field.remark ? 'remark' : field.computed ? 'computed' : undefined;
        return make(
            'button',
            {
                class: kind,
                style: {'--depth': String(field.depth)},
                title: field.meaning || undefined,
                onclick: () => field.size > 0 && this.choice.choose(field.frame, field.source, field.start),
            },
            make('bdi', {}, field.computed ? `[${words}]` : words)
        );
    }
}

// ---- What the chosen byte is ----

class ChosenByte {
    constructor(root, choice) {
        this.root = root;
        this.choice = choice;
        choice.listeners.push(() => this.show());
    }

    show() {
        const {frame, source, place} = this.choice,
            byte = frame.sources[source][place];
        if (byte === undefined) {
            this.root.replaceChildren(make('p', {class: 'quiet'}, 'No bytes.'));
            return;
        }
        const {field, parts, path, computed} = frame.at(source, place);
        const sent = source === 0 && frame.cipher ? frame.cipher[place] : undefined;
        const values = [
            ['byte', `${place} of ${frame.sources[source].length}`],
            sent !== undefined && ['enciphered', hexOf(sent)],
            ['plain', hexOf(byte)],
            ['decimal', String(byte)],
            ['bits', `${byte.toString(2).padStart(8, '0').slice(0, 4)} ${byte.toString(2).padStart(8, '0').slice(4)}`],
            byte > 32 && byte < 127 && ['letter', String.fromCharCode(byte)],
        ].filter(Boolean);
        const lines = [...parts, ...computed];
        this.root.replaceChildren(
            make('dl', {class: 'values'}, values.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value)))),
            ...(field ? this.words(field, path) : [make('p', {class: 'quiet'}, 'No field: bytes that nobody read.')]),
            ...(lines.length
                ? [make('ul', {}, lines.map((line) => make('li', {class: line.computed ? 'quiet' : undefined}, make('bdi', {}, clean(line.label, 200)), this.explained(line))))]
                : [])
        );
    }

    explained(line) {
        return line.meaning ? make('span', {class: 'quiet'}, ` \u2013 ${clean(line.meaning, 300)}`) : null;
    }

    words(field, path) {
        const title = SECTIONS[field.section];
        return [
            make('p', {class: 'path'}, make('bdi', {}, path.map((above) => clean(above.label, 60)).join(' \u203a '))),
            make('p', {class: 'field'}, make('bdi', {}, clean(field.label, 300))),
            field.meaning ? make('p', {class: 'meaning'}, clean(field.meaning, 400)) : '',
            make(
                'p',
                {class: 'section'},
                field.section ? `${field.section} ${title || ''} \u00b7 ` : '',
                make('code', {}, field.filter),
                field.size > 1 ? ` \u00b7 ${Words.plural(field.size, 'byte')}` : ''
            ),
        ];
    }
}
