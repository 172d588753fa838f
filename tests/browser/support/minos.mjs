// minos.mjs - histories and reports, made by the binary under test.
//
// Everything goes below MINOS_BUILD_DIR/browser: reports/<name>/ and histories/<name>; both are
// kept after the tests, so that the page of a failure can be opened.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export const source = process.env.MINOS_SOURCE_DIR;
export const work = join(process.env.MINOS_BUILD_DIR, 'browser');
const binary = process.env.MINOS_BINARY;

// Histories are named relative to it, so that names do not depend on the build folder.
const histories = join(work, 'histories');
const short = (path) => (path.startsWith(histories) ? path.slice(histories.length + 1) : path);

// Runs the binary; a status other than the three verdicts fails the test.
function run(args) {
    mkdirSync(histories, { recursive: true });
    const ended = spawnSync(binary, args, { cwd: histories, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (ended.error || ended.status === null || ended.status > 2) {
        throw new Error(`minos ${args.join(' ')}: status ${ended.status}\n${ended.stderr}`);
    }
    return ended;
}

// The report of a history: its path and its results.json.
export function report(name, history, args = []) {
    const folder = join(work, 'reports', name);
    mkdirSync(join(work, 'reports'), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    const { status } = run(['check', '-q', ...args, '-o', folder, short(history)]);
    return {
        name,
        folder,
        status,
        page: join(folder, 'index.html'),
        results: JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')),
    };
}

// Writes a history.
export function written(name, text) {
    const path = join(histories, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
}

// A history from the simulator.
export function simulated(name, ...args) {
    const path = written(name, '');
    execFileSync(binary, ['sim', ...args.map(String), '-o', path]);
    return path;
}

// The expectation in the first lines of a golden history: see tests/support/expect.h.
function expectation(path) {
    const beside = `${path}.expect`;
    const lines = readFileSync(existsSync(beside) ? beside : path, 'utf8').split('\n');
    const said = {};
    for (const line of lines) {
        const match = /^; ([a-z ]+): (.*)$/.exec(line);
        if (match) {
            said[match[1]] = match[2].trim();
        } else if (!line.startsWith(';')) {
            break;
        }
    }
    return said;
}

const words = (text) => (text ? text.split(/[ ,]+/) : []);

// The golden histories with the options they are judged with, by name. An order of transactions
// would need another file: those few are skipped.
export function golden() {
    const folder = join(source, 'tests/golden');
    const histories = [];
    for (const file of readdirSync(folder).sort()) {
        const path = join(folder, file);
        if (!/\.(edn|json|jsonl)$/.test(file)) {
            continue;
        }
        const said = expectation(path);
        if (said.order) {
            continue;
        }
        const args = said.models ? ['-c', words(said.models).join(',')] : [];
        args.push(...words(said.assume)
            .map((what) => (what === 'objects' ? '--sets-are-objects' : `--${what}-keys`)));
        if (said.duplicates) {
            args.push('--duplicate-writes', said.duplicates);
        }
        histories.push({ name: file, path, args, expect: said.expect,
            anomalies: words(said.anomalies) });
    }
    return histories;
}

// The histories of tests/data recorded from databases. node decompresses them, so that a build of
// Minos without zlib reads them too.
export function databases() {
    const folder = join(source, 'tests/data/databases');
    return readdirSync(folder).filter((file) => file.endsWith('.edn.gz')).sort().map((file) => {
        const name = basename(file, '.edn.gz');
        return { name, path: written(`${name}.edn`, gunzipSync(readFileSync(join(folder, file)))) };
    });
}

// A copy of a report's page with other fields in its value.
export function withFields({ name, page }, fields) {
    const html = readFileSync(page, 'utf8');
    const marks = ['<script type="application/json" id="data">', '</script>'];
    const from = html.indexOf(marks[0]) + marks[0].length;
    const to = html.indexOf(marks[1], from);
    const text = html.slice(from, to);
    const value = JSON.stringify({ ...JSON.parse(text), ...fields }).replaceAll('<', '\\u003c');
    const path = join(work, 'reports', `${name}-changed.html`);
    writeFileSync(path, html.slice(0, from) + value + html.slice(to));
    return path;
}
