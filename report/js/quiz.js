// Questions whose answers were taken from the capture: a byte to be clicked, or something to be typed.

class Quiz {
    // `strip`: where the answer is given on a small screen, beside the byte.
    constructor(root, strip, choice, dump) {
        this.root = root;
        this.strip = strip;
        this.choice = choice;
        this.dump = dump;
        this.questions = choice.world.questions.map((question) => ({...question, state: 'open', tries: 0, said: null}));
        this.current = 0;
        this.buttons = [];
        choice.listeners.push(() => this.name());
        if (this.questions.length) this.show();
        else root.replaceChildren(make('p', {class: 'quiet'}, 'This capture holds nothing to ask about.'));
    }

    get right() {
        return this.questions.filter((question) => question.state === 'right').length;
    }

    // Whether the chosen byte is meant.
    static isByte(question, choice) {
        const [source, start, size] = question.bytes;
        return choice.frame.number === question.frame && choice.source === source && choice.place >= start && choice.place < start + size;
    }

    // Numbers as one writes them: 27, 0x1B, 33,25; words whatever their case.
    static isAnswer(question, text) {
        const plain = text.trim().toLowerCase().replace(/ (s|seconds?|bytes?)$/, '');
        if (plain === '') return false;
        const wanted = Number(question.answer),
            given = Number(plain.replace(',', '.'));
        if (!Number.isNaN(wanted)) return !Number.isNaN(given) && Math.abs(given - wanted) <= question.near;
        return plain === question.answer.trim().toLowerCase();
    }

    judge(good, what) {
        const question = this.questions[this.current];
        question.tries += 1;
        if (good) question.state = 'right';
        question.said = good
            ? {good, words: question.why}
            : {good, words: `${what}${question.tries > 1 ? ` ${question.hint}` : ''}`};
        this.show();
    }

    answerByte() {
        const {frame, source, place} = this.choice,
            question = this.questions[this.current],
            {field} = frame.at(source, place);
        const what = frame.number === question.frame ? `That is ${field ? clean(field.label, 80) : 'none'}.` : `Frame ${frame.number} is not the one.`;
        this.judge(Quiz.isByte(question, this.choice), what);
    }

    answerText(text) {
        this.judge(Quiz.isAnswer(this.questions[this.current], text), 'No.');
    }

    // Gives it away.
    reveal() {
        const question = this.questions[this.current];
        if (question.state === 'open') question.state = 'seen';
        question.said = {good: null, words: question.why};
        const frame = this.choice.world.frame(question.frame);
        this.choice.choose(frame, question.bytes[0], question.bytes[1]);
        this.show();
        this.dump.point(question.bytes);
    }

    go(to) {
        this.current = to;
        this.show();
        this.field?.focus();
    }

    // The chosen byte, on the button that answers with it.
    name() {
        const {frame, place} = this.choice;
        for (const button of this.buttons) button.textContent = `It is byte ${place} of frame ${frame.number}`;
    }

    show() {
        const question = this.questions[this.current],
            last = this.current === this.questions.length - 1,
            done = question.state !== 'open';
        this.buttons = [];
        this.field = null;
        this.root.replaceChildren(
            make('h2', {}, 'Questions', make('span', {class: 'tools quiet'}, `${this.right} of ${this.questions.length}`)),
            make('div', {class: 'dots', role: 'group', 'aria-label': 'Questions'}, this.questions.map((other, i) => this.dot(other, i))),
            make('p', {class: 'question'}, clean(question.text, 400)),
            make(
                'div',
                {class: 'answering'},
                ...(done ? [] : this.ways(question)),
                !done && question.tries > 1 && make('button', {onclick: () => this.reveal()}, 'Show me'),
                done && !last && make('button', {onclick: () => this.go(this.current + 1)}, 'Next question')
            ),
            this.verdict(question),
            this.right === this.questions.length ? make('p', {class: 'verdict'}, 'All of them. The next datagram is yours.') : ''
        );
        this.showStrip(question);
        this.name();
    }

    verdict({said}) {
        if (!said) return '';
        const kind = said.good === null ? '' : said.good ? 'good' : 'bad';
        return make('p', {class: `verdict ${kind}`, role: 'status'}, clean(said.words, 500));
    }

    showStrip(question) {
        const words = question.state !== 'open' || question.answer !== undefined ? '' : this.byteButton();
        this.strip.replaceChildren(make('span', {class: 'quiet'}, `Question ${this.current + 1}`), words, this.verdict(question));
    }

    byteButton() {
        const button = make('button', {onclick: () => this.answerByte()}, '');
        this.buttons.push(button);
        return button;
    }

    dot(question, index) {
        const words = {open: 'open', right: 'right', seen: 'shown'}[question.state];
        return make(
            'button',
            {
                class: question.state,
                'aria-current': index === this.current ? 'true' : undefined,
                'aria-label': `Question ${index + 1}, ${words}`,
                onclick: () => this.go(index),
            },
            String(index + 1)
        );
    }

    ways(question) {
        if (question.answer === undefined) {
            return [this.byteButton()];
        }
        this.field = make('input', {
            'aria-label': 'Your answer',
            autocomplete: 'off',
            onkeydown: (event) => event.key === 'Enter' && this.answerText(this.field.value),
        });
        return [this.field, make('button', {onclick: () => this.answerText(this.field.value)}, 'Check')];
    }
}
