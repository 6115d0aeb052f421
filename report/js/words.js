// Words and numbers for people. Everything that a stranger wrote goes through clean() and reaches the page as text,
// never as HTML.

// Control characters, and what the plugin writes by its number elsewhere (reading/visible.c).
const UNSEEN =
    /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800]/gu;

function clean(text, longest = 200) {
    const letters = [...String(text).replace(UNSEEN, '\u00b7')];
    return letters.length > longest ? letters.slice(0, longest).join('') + '\u2026' : letters.join('');
}

// An element with a class, attributes and children (elements or text).
function make(tag, options = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(options)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
        else if (name === 'style')
            for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
        else element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
    return element;
}

// Round moments for an axis, some 80 pixels apart: the library counts in tens, a clock does not.
function timeTicks(from, to, pixels) {
    const wide = 80;
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400];
    const step = steps.find((candidate) => ((to - from) / candidate) * wide <= pixels) || steps[steps.length - 1];
    const ticks = [];
    for (let t = Math.ceil(from / step) * step; t <= to; t += step)
        ticks.push({v: t, label: Words.time(Math.round(t * 10) / 10, step < 1)});
    return ticks;
}

// Soon, but not before the page can be used.
function whenIdle(task) {
    if (window.requestIdleCallback) window.requestIdleCallback(task, {timeout: 500});
    else setTimeout(task, 50);
}

// A name of a stranger: set apart, so that what is written from right to left does not turn the sentence around.
function named(text, options = {}) {
    return make('bdi', options, clean(text, 60));
}

const Words = {
    // 75.25 -> "1:15"; with tenths "1:15.2".
    time(seconds, tenths = false) {
        const rounded = tenths ? Math.floor(seconds * 10) / 10 : Math.floor(seconds);
        const hours = Math.floor(rounded / 3600),
            minutes = Math.floor(rounded / 60) % 60;
        const rest = (rounded % 60).toFixed(tenths ? 1 : 0).padStart(tenths ? 4 : 2, '0');
        return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
    },

    duration(seconds) {
        if (seconds < 100) return `${Math.round(seconds)} s`;
        return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
    },

    // Thin blanks between thousands; no line ends in one.
    number(value, decimals = 0) {
        const [whole, rest] = Math.abs(value).toFixed(decimals).split('.');
        const sign = value < 0 && Number(value.toFixed(decimals)) !== 0 ? '\u2212' : '';
        return sign + whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') + (rest ? '.' + rest : '');
    },

    bytes(value) {
        if (value < 10000) return `${Words.number(value)} B`;
        return value < 1e7 ? `${Words.number(value / 1000)} kB` : `${Words.number(value / 1e6, 1)} MB`;
    },

    // Conditions come as 0 to 255; what is not quite nothing or all never reads so.
    percent(condition) {
        if (condition <= 0 || condition >= 255) return condition <= 0 ? 0 : 100;
        return Math.min(99, Math.max(1, Math.floor((condition * 100) / 255 + 0.5)));
    },

    plural(count, noun, several = noun + 's') {
        return `${Words.number(count)} ${count === 1 ? noun : several}`;
    },

    date(text) {
        const date = new Date(text);
        if (Number.isNaN(date.getTime())) return '';
        const months = [
            'January',
            'February',
            'March',
            'April',
            'May',
            'June',
            'July',
            'August',
            'September',
            'October',
            'November',
            'December',
        ];
        const clock = `${String(date.getUTCHours()).padStart(2, '0')}:${String(date.getUTCMinutes()).padStart(2, '0')}`;
        return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${clock} UTC`;
    },
};
