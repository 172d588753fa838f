// histories.mjs - histories that no golden file has: with faults, and with injection attempts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulated, written } from './minos.mjs';

// A run of a database that loses sight of its newest writes now and then, with faults that begin
// and end, one that never ends, and errors of several classes. The simulator knows no faults, so
// they are put between its lines; its microseconds are made milliseconds, as a database would need.
export function recorded(name = 'recorded.edn', count = 1500) {
    const path = simulated(name, '-n', count, '-b', 'stale-replica', '-k', 12, '--seed', 7,
        '--key-distribution', 'uniform', '--abort-rate', '0.06', '--crash-rate', '0.004');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const errors = ['[:conflict 40001]', '"connection refused"', ':timeout'];
    const out = [];
    const fault = (time, f, value) => out.push(
        `{:time ${time}, :type :info, :process :nemesis, :f ${f}, :value ${value}}`);
    let time = 0;
    lines.forEach((line, place) => {
        let text = line.replace(/^\{:index \d+, /, '{').replace(/:time (\d+)/, (_, ns) => {
            time = Number(ns) * 1000;
            return `:time ${time}`;
        });
        if (/:type :(fail|info)/.test(text)) {
            text = text.replace(/\}$/, `, :error ${errors[place % errors.length]}}`);
        }
        out.push(text);
        const at = (part) => Math.floor(lines.length * part) === place;
        if (at(0.25)) fault(time, ':start-partition', '"n1 | n2 n3"');
        if (at(0.4)) fault(time, ':stop-partition', 'nil');
        if (at(0.6)) fault(time, ':kill', '"n2"');
        if (at(0.65)) fault(time, ':start', '"n2"');
        if (at(0.9)) fault(time, ':start-clock-skew', '{"n1" 200}');
    });
    return written(name, out.join('\n') + '\n');
}

// Strings that set window.hacked if they are interpreted as anything but text.
export const traps = [
    '</script><script>window.hacked=1</script>',
    '<img src=x onerror="window.hacked=1">',
    "<svg onload='window.hacked=1'>",
    '<!--<script>',
    ']]></style><iframe srcdoc="<script>parent.hacked=1</script>">',
    '" onfocus="window.hacked=1" autofocus="',
    "' onmouseover='window.hacked=1' x='",
    'javascript:window.hacked=1',
    '{{DATA}}{{SCRIPT}}$&$`',
    '&lt;b&gt;&amp;',
    '__proto__',
    '\u202ebackwards \u2028 line \u0001 bell \u007f',
];

const edn = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

// For each trap an aborted read whose key, element and error it is; for each pair of them a read
// skew; a key whose reads disagree; faults named by them; a file name that ends scripts.
export function hostile() {
    const lines = [];
    let time = 0;
    const op = (type, process, value, rest = '') => lines.push(
        `{:time ${(time += 1000000)}, :type ${type}, :process ${process}, :value ${value}${rest}}`);
    const both = (process, asked, value) => {
        op(':invoke', process, asked);
        op(':ok', process, value);
    };
    traps.forEach((trap, i) => {
        const s = edn(trap);
        const next = edn(traps[(i + 1) % traps.length]);
        const x = `[${s} :x]`;
        const y = `[${next} :y]`;
        op(':info', edn(`nemesis ${trap}`), s, `, :f ${s}`);
        op(':invoke', 0, `[[:append ${s} ${s}]]`);
        op(':fail', 0, `[[:append ${s} ${s}]]`, `, :error ${s}`);
        both(1, `[[:r ${s} nil]]`, `[[:r ${s} [${s}]]]`);
        op(':invoke', 2, `[[:append ${x} 1] [:append ${y} 2]]`);
        op(':invoke', 3, `[[:r ${x} nil] [:r ${y} nil]]`);
        op(':ok', 2, `[[:append ${x} 1] [:append ${y} 2]]`);
        op(':ok', 3, `[[:r ${x} [1]] [:r ${y} []]]`);
    });
    const key = edn(`disputed ${traps[0]}`);
    for (const element of [1, 2]) {
        both(4, `[[:append ${key} ${edn(traps[element])}]]`,
            `[[:append ${key} ${edn(traps[element])}]]`);
    }
    both(5, `[[:r ${key} nil]]`, `[[:r ${key} [${edn(traps[1])} ${edn(traps[2])}]]]`);
    both(6, `[[:r ${key} nil]]`, `[[:r ${key} [${edn(traps[2])}]]]`);
    return written(join('<', 'script><img src=x onerror=window.hacked=1>.edn'),
        lines.join('\n') + '\n');
}
