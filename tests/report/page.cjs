// SPDX-License-Identifier: GPL-2.0-or-later
// Runs the scripts of a report as a browser would, with a document in which everything is there and nothing happens, and
// answers questions: JavaScript, with what the page offers as bcnetReport in `page`.
//
// Usage: node page.cjs <JOBS >ANSWERS; both are JSON. A job is [page.html, [question, ...]].
'use strict';
const fs = require('fs');
const vm = require('vm');

// Has every member and can be called; counts as 0, holds no elements, and remembers what it is given.
function anything() {
    const members = new Map();
    members.set(Symbol.toPrimitive, () => 0);
    members.set(Symbol.iterator, function* () {});
    members.set('then', undefined);
    return new Proxy(function () {}, {
        get: (_, name) => members.get(name) ?? (members.has(name) ? undefined : members.set(name, anything()).get(name)),
        set: (_, name, value) => members.set(name, value),
        apply: () => anything(),
        construct: () => anything(),
    });
}

function browser(data) {
    const elements = new Map();
    const known = ['Dygraph', 'Path2D', 'ResizeObserver', 'IntersectionObserver', 'localStorage', 'navigator', 'performance'];
    const page = Object.fromEntries(known.map((name) => [name, anything()]));
    for (const name of ['getComputedStyle', 'matchMedia', 'requestAnimationFrame', 'requestIdleCallback', 'setTimeout', 'clearTimeout', 'setInterval'])
        page[name] = () => anything();
    page.window = page;
    page.location = {hash: '', href: ''};
    page.URLSearchParams = URLSearchParams;
    page.addEventListener = () => {};
    page.document = anything();
    page.document.getElementById = (id) => {
        if (!elements.has(id)) elements.set(id, anything());
        return elements.get(id);
    };
    page.document.getElementById('world').textContent = data;
    return vm.createContext(page);
}

function answers([path, questions]) {
    const scripts = [...fs.readFileSync(path, 'utf8').matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
    const [data] = scripts.filter(([, attributes]) => attributes.includes('application/json'));
    const programs = scripts.filter(([, attributes]) => !attributes.includes('application/json'));
    const own = programs.pop();
    const page = browser(data[2]);
    for (const library of programs) new vm.Script(library[2], {filename: 'library'});
    vm.runInContext(own[2], page, {filename: 'page'});
    return questions.map((question) => vm.runInContext(`(({world, words, moments, sections, bytes}) => (${question}))(window.bcnetReport)`, page));
}

try {
    process.stdout.write(JSON.stringify(JSON.parse(fs.readFileSync(0, 'utf8')).map(answers)));
} catch (error) {
    // Its stack begins with the line, which can be the whole library.
    const [where, , ...lines] = error.stack.split('\n').filter((line) => line.length < 200);
    process.stderr.write([`${error}`, where, ...lines, ''].join('\n'));
    process.exitCode = 1;
}
