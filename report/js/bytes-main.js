// Puts the page of bytes together.

function start() {
    const at = (id) => document.getElementById(id);
    const world = new BytesWorld(JSON.parse(at('world').textContent));
    const choice = new Choice(world);
    Palette.apply();
    at('scheme').addEventListener('click', () => Palette.choose(Palette.scheme === 'dark' ? 'light' : 'dark'));
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => Palette.apply());
    at('capture').replaceChildren(named(world.capture.name));
    at('program').textContent = clean(world.program, 40);
    document.title = `${clean(world.capture.name, 60)} \u2013 byte by byte`;
    const bytes = world.frames.reduce((sum, frame) => sum + frame.sources[0].length, 0);
    at('facts').replaceChildren(
        ...[Words.plural(world.frames.length, 'datagram'), Words.plural(bytes, 'byte'), 'every one can be clicked'].map((word) => make('span', {}, word))
    );
    at('nothing').hidden = world.frames.length > 0;
    at('everything').hidden = world.frames.length === 0;
    const parts = {choice};
    if (world.frames.length) {
        at('more').hidden = !world.more;
        at('more').textContent = `The first ${Words.number(world.frames.length)} of more.`;
        parts.list = new FrameList(at('list'), choice);
        parts.dump = new Dump(at('dump'), choice);
        parts.tree = new FieldTree(at('tree'), choice);
        parts.chosen = new ChosenByte(at('chosen'), choice);
        parts.quiz = new Quiz(at('questions'), at('strip'), choice, parts.dump);
        choice.listeners.push(() => head(at, choice));
        at('before').addEventListener('click', () => choice.step(-1));
        at('after').addEventListener('click', () => choice.step(1));
        window.addEventListener('hashchange', () => choice.follow(location.hash));
        choice.tell();
        choice.follow(location.hash);
    }
    // For those who test the page.
    window.bcnetReport = {world, words: Words, sections: SECTIONS, bytes: {Quiz, ...parts}};
}

function head(at, choice) {
    const {frame, world} = choice;
    at('frame-title').textContent = `Frame ${frame.number}, ${Words.plural(frame.sources[0].length, 'byte')}`;
    at('info').replaceChildren(make('bdi', {}, clean(frame.info, 400)));
    at('before').disabled = frame === world.frames[0];
    at('after').disabled = frame === world.frames[world.frames.length - 1];
    // Browsers count how often a page writes its own address.
    clearTimeout(head.later);
    head.later = setTimeout(() => window.history.replaceState(null, '', choice.link), 250);
}

start();
