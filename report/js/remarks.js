// What the dissector found odd, grouped; and what the page cannot know.

// Wireshark calls the mildest chat, which is what players say here.
const SEVERITIES = {error: 'error', warning: 'warning', note: 'note', chat: 'usual'};

// "bcnet.analysis.retransmission" -> "Retransmission".
function remarkName(filter) {
    const word = filter.split('.').pop().replace(/_/g, ' ');
    return word[0].toUpperCase() + word.slice(1);
}

// Numbers of sections of the protocol's description say what they are about.
function cited(text) {
    return text.split(/\b(\d{2}\.\d{1,2})\b/).map((piece, i) =>
        i % 2 && SECTIONS[piece]
            ? make('abbr', {title: `${piece} ${SECTIONS[piece]} (docs/protocol)`}, piece)
            : piece
    );
}

class Remarks {
    constructor(root) {
        this.root = root;
    }

    setWorld(world) {
        const order = Object.keys(SEVERITIES);
        const remarks = [...world.remarks].sort(
            (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || b.count - a.count
        );
        this.root.replaceChildren(
            remarks.length
                ? make(
                      'div',
                      {class: 'remarks', id: 'remarks'},
                      remarks.map((remark) => this.makeRemark(remark))
                  )
                : make('p', {class: 'quiet'}, 'Nothing odd was found.'),
            this.makeLimits(world)
        );
    }

    makeRemark(remark) {
        return make(
            'details',
            {class: remark.severity},
            make(
                'summary',
                {},
                make('span', {class: 'severity'}, SEVERITIES[remark.severity] || remark.severity),
                make('span', {class: 'name'}, clean(remarkName(remark.filter), 60)),
                make('span', {class: 'count'}, Words.number(remark.count)),
                make('bdi', {class: 'meaning'}, cited(clean(remark.examples.length ? remark.examples[0].text : '', 160))),
                make('code', {}, clean(remark.filter, 80))
            ),
            make(
                'ul',
                {},
                remark.examples.map((example) =>
                    make(
                        'li',
                        {},
                        `frame ${example.frame}, `,
                        momentLink(example.t, null, true),
                        ': ',
                        make('bdi', {}, cited(clean(example.text, 300)))
                    )
                ),
                remark.count > remark.examples.length
                    ? make('li', {class: 'quiet'}, `and ${Words.number(remark.count - remark.examples.length)} more`)
                    : ''
            )
        );
    }

    makeLimits(world) {
        const limits = [
            'Courses between two messages are drawn straight; where nothing was told for some seconds the line has ' +
                'a gap, and the ship stays, hollow, where it was told of last.',
            'Where a torpedo flies and whether it hits is in no message: its flight is drawn for the eye, its target ' +
                'is told.',
            'Damage is what conditions lost from one message to the next. Who did it is concluded from who fired.',
            'A class with a question mark is a guess: the capture started after the ship was made, or the game has ' +
                'another table of ships.',
        ];
        if (world.capture.coarseness > 1)
            limits.push(
                `The capture is so long that lines were thinned out ${Words.number(world.capture.coarseness)} times ` +
                    'more than usual.'
            );
        if (world.capture.captured_again > 0)
            limits.push(
                `${Words.plural(world.capture.captured_again, 'datagram')} captured again: the same is in the capture ` +
                    'before, and counts once.'
            );
        if (world.capture.left_out > 0)
            limits.push(`${Words.plural(world.capture.left_out, 'thing')} found no room in this report.`);
        return make(
            'div',
            {class: 'limits'},
            make('h3', {}, 'What this page cannot know'),
            make(
                'ul',
                {},
                limits.map((limit) => make('li', {}, limit))
            )
        );
    }
}
