// The collected game (docs/report.md) with the questions the page asks of it.

const FACINGS = ['front', 'rear', 'top', 'bottom', 'left', 'right'];
const MISSIONS = {1: 'Deathmatch', 2: 'Team deathmatch', 3: 'Federation against the rest', 5: 'Defend the starbase'};

// The number of times not later than t.
function countUpTo(times, t) {
    let low = 0,
        high = times.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] <= t) low = middle + 1;
        else high = middle;
    }
    return low;
}

// A value of a thinned series at t: on the line between its corners; before the first one unknown.
function valueAt(times, values, t) {
    const next = countUpTo(times, t);
    if (next === 0) return undefined;
    if (next === times.length) return values[next - 1];
    const part = (t - times[next - 1]) / (times[next] - times[next - 1]);
    return values[next - 1] + (values[next] - values[next - 1]) * part;
}

class Ship {
    constructor(game, data, index) {
        Object.assign(this, data);
        this.game = game;
        this.index = index;
        this.entries = data.layout === undefined ? [] : game.layouts[data.layout].entries;
        this.certain = ['created', 'told', 'default'].includes(data.how);
        this.facings = [];
        this.parts = [];
        for (const state of data.states) this.addState(state);
        this.sets = [...new Set(data.way.map((piece) => piece.set))];
        this.lastPlace = data.way.length ? data.way[data.way.length - 1] : null;
        this.lastSeen = this.lastPlace ? this.lastPlace.t[this.lastPlace.t.length - 1] : data.first;
    }

    addState(state) {
        const entry = this.entries[state.entry];
        if (!entry) return;
        if (state.facing !== undefined) {
            this.facings[state.facing] = state;
            return;
        }
        if (entry.kind === 'hull' && state.part === undefined) this.hull = state;
        const part = state.part === undefined ? entry : (entry.parts || [])[state.part];
        if (part)
            this.parts.push({
                name: part.name,
                points: part.points,
                entry: state.entry,
                part: state.part,
                kind: entry.kind,
                state,
            });
    }

    get owner() {
        return this.player === undefined ? null : this.game.players[this.player];
    }

    // "Sovereign", "Akira/Nebula?", "species 16".
    get className() {
        if (!this.class) return 'Unknown ship';
        const names = this.class.split('/');
        const short = names.length > 3 ? `one of ${names.length} classes` : this.class;
        return this.certain || this.how === 'unknown' ? short : short + '?';
    }

    // When it ended, as far as told.
    get end() {
        return this.died ?? this.gone ?? Infinity;
    }

    isThere(t) {
        return t >= this.first && t < this.end;
    }

    // Where it is at t: known, or (fresh: false) where it was told of last. null while it is not there.
    placeAt(t) {
        if (!this.isThere(t) || !this.way.length) return null;
        let piece = null;
        for (const candidate of this.way) {
            if (candidate.t[0] > t) break;
            piece = candidate;
        }
        return piece ? this.placeIn(piece, t) : null;
    }

    placeIn(piece, t) {
        const last = piece.t.length - 1;
        const time = Math.min(t, piece.t[last]);
        const place = {set: piece.set, fresh: t <= piece.t[last] + 0.6 || !this.moves, since: piece.t[last]};
        for (const name of ['x', 'y', 'z', 'fx', 'fy', 'fz', 'v']) place[name] = valueAt(piece.t, piece[name], time);
        return place;
    }

    // Stations are told of once and stay where they are.
    get moves() {
        return this.updates > 0;
    }

    isCloaked(t) {
        let cloaked = false;
        for (const [time, on] of this.cloak) {
            if (time > t) break;
            cloaked = on === 1;
        }
        return cloaked;
    }

    conditionOf(state, t) {
        const value = state && valueAt(state.t, state.v, t);
        return value === undefined ? undefined : Math.round(value);
    }

    hullAt(t) {
        return this.conditionOf(this.hull, t);
    }

    facingsAt(t) {
        return FACINGS.map((_, i) => this.conditionOf(this.facings[i], t));
    }

    // The subsystem, or part of one, that is worst off; the hull is a thing of its own.
    worstAt(t) {
        let worst;
        for (const part of this.parts) {
            if (part.state === this.hull) continue;
            const value = this.conditionOf(part.state, t);
            if (value !== undefined && (!worst || value < worst.value)) worst = {name: part.name, value};
        }
        return worst;
    }

    // Wanted power by entry.
    powerAt(t) {
        const power = new Map();
        for (const [time, entry, percent] of this.power) {
            if (time > t) break;
            power.set(entry, percent);
        }
        return power;
    }
}

class Game {
    constructor(data, index) {
        Object.assign(this, data);
        this.index = index;
        this.guessSets(data.ships.flatMap((ship) => ship.way));
        this.players = data.players.map((player, i) => ({...player, index: i}));
        this.ships = data.ships.map((ship, i) => new Ship(this, ship, i));
        this.beams = data.shots.filter((shot) => ['phaser', 'tractor', 'beam'].includes(shot.kind));
        this.bolts = data.shots.filter((shot) => !this.beams.includes(shot));
    }

    // Where ships are whose creation was not seen: there is only one place, most often.
    guessSets(pieces) {
        const known = [...new Set(pieces.map((piece) => piece.set).filter(Boolean))];
        for (const piece of pieces) piece.set = piece.set || (known.length === 1 ? known[0] : '');
    }

    playerName(index) {
        const player = this.players[index];
        if (!player) return 'nobody';
        return player.name || {1: 'the host', 255: 'a newcomer'}[player.id] || `player ${player.id}`;
    }

    // "Ace's Sovereign", "Space Facility Outpost1"; several ships of one player are told apart by their class only.
    shipName(index) {
        const ship = this.ships[index];
        if (!ship) return 'an unknown ship';
        if (ship.player !== undefined)
            return `${clean(this.playerName(ship.player), 40)}\u2019s ${clean(ship.className, 60)}`;
        return ship.name ? `${clean(ship.className, 60)} ${clean(ship.name, 40)}` : clean(ship.className, 60);
    }
}

// A player with all the ships he had in a round, one after the other; or a ship of nobody's, alone.
class Pilot {
    constructor(game, ship) {
        this.game = game;
        this.owner = ship.owner;
        this.ships = [];
    }

    get name() {
        const [ship] = this.ships;
        return this.owner ? this.game.playerName(this.owner.index) : ship.name || ship.className;
    }

    get classes() {
        return [...new Set(this.ships.map((ship) => ship.className))].join(', ');
    }

    // The ship he has at t; else the one he had last, or will have first.
    shipAt(t) {
        let best = this.ships[0];
        for (const ship of this.ships) if (ship.first <= t) best = ship;
        return best;
    }
}

// What the chooser offers: one round of one game, or a whole game.
class Round {
    constructor(game, rules, from, to) {
        this.game = game;
        this.rules = rules;
        this.from = from;
        this.to = Math.max(to, from + 1);
        this.ships = game.ships.filter(
            (ship) =>
                ship.first < to &&
                Math.min(ship.end, ship.last + 0.001) >= from &&
                !(ship.first < from && ship.end <= from)
        );
        this.events = game.events.filter((event) => this.holds(event.t));
        this.shots = game.shots.filter((shot) => this.holds(shot.t));
        this.damage = game.damage.filter((damage) => this.holds(damage.t));
        this.pilots = this.findPilots();
        this.sets = [...new Set(this.ships.flatMap((ship) => ship.sets))];
        const flown = new Set(this.ships.map((ship) => ship.player));
        this.players = game.players.filter(
            (player) => flown.has(player.index) || (player.id !== 1 && player.first < to && player.last >= from)
        );
    }

    // Players first, stations last.
    findPilots() {
        const pilots = new Map();
        for (const ship of this.ships) {
            const key = ship.owner ? 'p' + ship.player : 's' + ship.index;
            if (!pilots.has(key)) pilots.set(key, new Pilot(this.game, ship));
            pilots.get(key).ships.push(ship);
            ship.pilot = pilots.get(key);
        }
        return [...pilots.values()].sort(
            (a, b) => Boolean(b.owner) - Boolean(a.owner) || b.ships[0].moves - a.ships[0].moves
        );
    }

    holds(t) {
        return t >= this.from && t < this.to + 0.001;
    }

    get isEmpty() {
        return this.ships.length === 0;
    }

    // "Deathmatch", "Mission4".
    get mission() {
        return MISSIONS[this.rules.mission_number] || (this.rules.mission ? clean(this.rules.mission, 40) : '');
    }

    // Points or ships: the mission decides; what a mod's mission counts nobody knows.
    get limit() {
        const {limit, mission_number: mission} = this.rules;
        if (!limit) return '';
        if (!MISSIONS[mission]) return `limit ${limit}`;
        return mission === 5
            ? `limit ${Words.plural(limit, 'attacker')}`
            : `limit ${Words.number(limit * 10000)} points`;
    }
}

class World {
    constructor(data) {
        this.capture = data.capture;
        this.remarks = data.remarks;
        this.program = data.program;
        this.games = data.games.map((game, i) => new Game(game, i));
        this.rounds = [];
        for (const game of this.games) {
            const rounds = game.rounds.map(
                (rules, i) =>
                    new Round(game, rules, rules.from, i + 1 < game.rounds.length ? game.rounds[i + 1].from : game.to)
            );
            const played = rounds.filter((round) => !round.isEmpty);
            this.rounds.push(...(played.length ? played : rounds.slice(0, 1)));
        }
    }
}
