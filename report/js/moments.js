// Moments that somebody may want to come back to, or to show to others: links, highlights, and what led to a death.

const RECAP_SECONDS = 10;
const WEAPONS = {
    torpedo: ['torpedo', 'torpedoes'],
    pulse: ['pulse'],
    phaser: ['phaser burst'],
    tractor: ['tractor beam'],
    beam: ['beam'],
};

const Moments = {
    // "#t=44.3&ship=Ace": what stands behind the page's name opens it there.
    link(t, pilot) {
        const ship = pilot ? `&ship=${encodeURIComponent(pilot.name)}` : '';
        return `#t=${Math.round(t * 1000) / 1000}${ship}`;
    },

    // The moment that an address names; null: none.
    read(hash) {
        const words = new URLSearchParams(hash.replace(/^#/, ''));
        const t = Number(words.get('t'));
        return words.has('t') && Number.isFinite(t) ? {t, ship: words.get('ship')} : null;
    },

    pilotOf(round, ship) {
        return ship === undefined ? null : round.game.ships[ship].pilot;
    },

    // Who fired at a ship, with what, and what it lost under whose fire, in the seconds before t.
    recap(round, ship, t) {
        const {game} = round,
            rows = new Map();
        const row = (key) => {
            if (!rows.has(key)) rows.set(key, {shots: {}, hull: 0, shields: 0, systems: 0});
            return rows.get(key);
        };
        const recent = (item) => item.t <= t + 0.001 && item.t > t - RECAP_SECONDS;
        for (const shot of round.shots.filter((candidate) => candidate.target === ship && recent(candidate))) {
            const {shots} = row(shot.player ?? 'nobody');
            shots[shot.kind] = (shots[shot.kind] || 0) + 1;
        }
        for (const hit of round.damage.filter((candidate) => candidate.ship === ship && recent(candidate))) {
            const lost = row(hit.by ?? (hit.several ? 'several' : 'nobody'));
            for (const key of ['hull', 'shields', 'systems']) lost[key] += hit[key];
        }
        const who = (key) =>
            key === 'several' ? 'several at once' : key === 'nobody' ? 'nobody who was seen' : game.playerName(key);
        return [...rows]
            .map(([key, {shots, ...lost}]) => ({
                who: who(key),
                what: Object.entries(shots).map(([kind, count]) => Words.plural(count, ...(WEAPONS[kind] || [kind]))),
                lost,
                sum: lost.hull + lost.shields + lost.systems,
            }))
            .sort((a, b) => b.sum - a.sum);
    },

    listRecap(round, ship, t) {
        const rows = Moments.recap(round, ship, t);
        const lost = ({hull, shields, systems}) =>
            [
                [hull, 'hull'],
                [shields, 'shields'],
                [systems, 'systems'],
            ]
                .filter(([points]) => points >= 0.5)
                .map(([points, word]) => `${word} \u2212${Words.number(points)}`);
        return make(
            'ul',
            {class: 'recap'},
            rows.length
                ? rows.map((row) =>
                      make(
                          'li',
                          {},
                          make('b', {}, named(row.who)),
                          ': ',
                          [...row.what, ...lost(row.lost)].join(', ') || 'nothing that was told'
                      )
                  )
                : make('li', {class: 'quiet'}, 'No shot and no loss was told of in these seconds.')
        );
    },

    // First blood, deaths, several kills in a row, the hardest ten seconds of a ship.
    highlights(round) {
        const {game} = round,
            deaths = round.events.filter((event) => event.kind === 'death'),
            found = [];
        const first = deaths.find((death) => death.player !== undefined);
        for (const death of deaths)
            found.push({t: death.t, ship: death.ship, death, name: death === first ? 'First blood' : 'Death'});
        const kills = new Map();
        for (const death of deaths.filter((candidate) => candidate.player !== undefined)) {
            const times = [...(kills.get(death.player) || []), death.t].filter((t) => t > death.t - 30);
            kills.set(death.player, times);
            if (times.length > 1)
                found.push({
                    t: death.t,
                    ship: death.ship,
                    name: `${times.length} kills within 30 s`,
                    player: death.player,
                });
        }
        for (const ship of round.ships) {
            const hits = round.damage.filter((hit) => hit.ship === ship.index);
            let best = null;
            for (const hit of hits) {
                const near = hits.filter((other) => other.t >= hit.t && other.t < hit.t + RECAP_SECONDS),
                    sum = sumOf(near);
                if (!best || sum > best.sum) best = {t: hit.t, sum, count: near.length};
            }
            if (best && best.count > 2)
                found.push({
                    t: best.t,
                    ship: ship.index,
                    name: `Hurt ${best.count} times within 10 s`,
                    text: `\u2212${Words.number(best.sum)} points`,
                });
        }
        return found
            .map((highlight) => ({...highlight, who: game.shipName(highlight.ship)}))
            .sort((a, b) => a.t - b.t);
    },
};

class Highlights {
    constructor(root, clock) {
        this.root = root;
        this.clock = clock;
    }

    setRound(round) {
        const found = Moments.highlights(round);
        this.root.replaceChildren(
            found.length
                ? make(
                      'ol',
                      {class: 'kills', id: 'highlight-list'},
                      found.map((highlight) => this.makeLine(round, highlight))
                  )
                : make('p', {class: 'quiet'}, 'Nobody died, and nobody was hit hard.')
        );
    }

    makeLine(round, highlight) {
        const {t, name, death, player} = highlight;
        return make(
            'li',
            {},
            momentLink(t, Moments.pilotOf(round, highlight.ship)),
            make(
                'span',
                {},
                make('b', {}, `${name}:`),
                ' ',
                death ? sentenceOf(round.game, death) : named(player === undefined ? highlight.who : round.game.playerName(player)),
                highlight.text ? ` ${highlight.text}` : '',
                death ? makeRecap(round, death.ship, death.t) : ''
            )
        );
    }
}

// The time of something as a link to that moment; the page follows it by itself.
function momentLink(t, pilot, tenths = false) {
    return make('a', {class: 'when', href: Moments.link(t, pilot)}, Words.time(t, tenths));
}

// What led to a death, for those who open it.
function makeRecap(round, ship, t) {
    return make(
        'details',
        {},
        make('summary', {}, `the last ${RECAP_SECONDS} s`),
        Moments.listRecap(round, ship, t)
    );
}
