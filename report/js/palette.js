// Colours: one for each player, apart for most kinds of colour blindness, brighter on dark ground. The map is space,
// so it is dark in both schemes.

const PLAYER_COLOURS = {
    dark: [
        '#5ab0ff',
        '#ff9f40',
        '#56d69a',
        '#ff6f91',
        '#c79bff',
        '#ffd84d',
        '#4fd8e8',
        '#f4a6c6',
        '#a8d05a',
        '#b8bfcc',
    ],
    light: [
        '#1769c4',
        '#c25a00',
        '#12804e',
        '#c81e55',
        '#7a3fc0',
        '#8a6a00',
        '#0b7c8c',
        '#b0447f',
        '#55781a',
        '#5c6675',
    ],
};
const STATION_COLOUR = {dark: '#9aa7bd', light: '#66738a'};
const FACING_COLOURS = {
    dark: ['#6cc4ff', '#ffb36b', '#b8a1ff', '#7fe0b5', '#ff93b3', '#ffe07a'],
    light: ['#0f6fc0', '#bd6207', '#6a4bc4', '#0e8757', '#c33064', '#8c6d00'],
};

const Palette = {
    listeners: [],
    chosen: null,

    get scheme() {
        if (Palette.chosen) return Palette.chosen;
        return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    },

    // The value of a custom property of the style sheet.
    read(name) {
        return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    },

    choose(scheme) {
        Palette.chosen = scheme;
        Palette.apply();
    },

    apply() {
        document.documentElement.dataset.scheme = Palette.scheme;
        for (const listener of Palette.listeners) listener();
    },

    // What all graphs have in common, in the scheme in force.
    graphOptions(colours) {
        return {
            colors: colours.map((colour) => colour()),
            axisLineColor: Palette.read('--line'),
            gridLineColor: Palette.read('--grid'),
        };
    },

    // Players who come back keep their colour: it goes by name.
    assign(games) {
        for (const game of games) {
            const names = new Map();
            for (const player of game.players) {
                const key = player.name ? 'n' + player.name : 'i' + player.index;
                if (player.id === 1 && !game.ships.some((ship) => ship.player === player.index)) {
                    player.colour = PLAYER_COLOURS.dark.length - 1;
                    continue;
                }
                if (!names.has(key)) names.set(key, names.size % (PLAYER_COLOURS.dark.length - 1));
                player.colour = names.get(key);
            }
        }
    },

    ofPlayer(player, scheme = Palette.scheme) {
        return player ? PLAYER_COLOURS[scheme][player.colour] : STATION_COLOUR[scheme];
    },

    ofShip(ship, scheme = Palette.scheme) {
        return Palette.ofPlayer(ship.owner, scheme);
    },

    ofFacing(index) {
        return FACING_COLOURS[Palette.scheme][index];
    },

    // Green, yellow, red for a condition of 0 to 255.
    ofCondition(value, scheme = Palette.scheme) {
        const dark = scheme === 'dark';
        const hue = value <= 0 ? 0 : 8 + 132 * Math.pow(value / 255, 1.2);
        return `hsl(${hue.toFixed(0)} ${dark ? 72 : 70}% ${dark ? 58 : 38}%)`;
    },
};
