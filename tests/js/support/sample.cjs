/*
 * sample.cjs - a small value of the page as report/page/page.c makes it, for the tests of its
 * model: a cycle of two transactions, a case of three, two keys.
 */
'use strict';

const path = require('node:path');

const assets = path.join(__dirname, '..', '..', '..', 'src', 'report', 'assets');
const load = (name) => require(path.join(assets, name));

const txn = (id, mops) => ({
    id, index: 10, process: 1, type: 'ok', from: null, to: null, invoke: 1, complete: 2,
    error: null, edn: `{:index 10, :id "${id}"}`, more_mops: 0,
    mops: mops.map((shown) => ({ shown, full: null, matters: true })),
});

/* T1 -rw-> T2 -ww-> T1; its proof has a heading, two definitions, two steps and evidence. */
const cycle = {
    id: 'G-single-item-1',
    name: 'lost update',
    cycle: true,
    keys: [0],
    transactions: [txn('T1', ['[:r 8 []]', '[:append 8 4]']), txn('T2', ['[:append 8 1]'])],
    steps: [
        { from: 0, to: 1, from_mop: 0, to_mop: 0, kind: 'rw', label: 'rw 8: 1',
            text: 'T1 missed it' },
        { from: 1, to: 0, from_mop: 0, to_mop: 1, kind: 'ww', label: 'ww 8: 1, 4', text: '' },
    ],
    proof: [
        { kind: 'heading', text: 'Let:', step: null, transactions: [] },
        { kind: 'let', text: 'T1 = {}', step: null, transactions: [0] },
        { kind: 'let', text: 'T2 = {}', step: null, transactions: [1] },
        { kind: 'heading', text: 'Then:', step: null, transactions: [] },
        { kind: 'step', text: 'T1 < T2, because …', step: 0, transactions: [0, 1] },
        { kind: 'step', text: 'However, T2 < T1, because …', step: 1, transactions: [0, 1] },
        { kind: 'evidence', text: 'The order of 8 is …', step: null, transactions: [] },
    ],
    text: 'Let:\n  T1 = {}\n\n',
};

/* T1 and T2 of three lost each other's update: sentences without steps, links instead. */
const lost = {
    id: 'lost-update-1',
    name: null,
    cycle: false,
    keys: [0, 1],
    transactions: [txn('T1', ['[:r 9 1]']), txn('T2', ['[:r 9 1]']), txn('T3', ['[:w 9 1]'])],
    steps: [
        { from: 2, to: 0, from_mop: 0, to_mop: 0, kind: 'wr', label: 'wr 9: 1', text: '' },
        { from: 2, to: 1, from_mop: 0, to_mop: null, kind: 'wr', label: 'wr 9: 1', text: '' },
    ],
    proof: [
        { kind: 'line', text: 'T1 read 9 as 1, written by T3.', step: null, transactions: [0, 2] },
        { kind: 'line', text: 'T2 read 9 as 1.', step: null, transactions: [1] },
        { kind: 'line', text: 'However, only one can be later.', step: null, transactions: [] },
    ],
    text: 'T1 read 9 as 1.\n',
};

const model = (id, state, by) => ({
    id, name: id, known: true, asked: id === 'PL-SS', state, by, witness: by && `${by}-1`,
    summary: '',
});

const data = () => ({
    minos: '0.1.0',
    file: 'h.edn',
    verdict: 'violated',
    headline: 'Not serializable',
    anomalies: [
        { name: 'lost-update', count: 1, summary: 'an update is lost', witnesses: [lost] },
        { name: 'G-single-item', count: 3, summary: 'read skew', witnesses: [cycle] },
        { name: 'G-single-item-realtime', count: 1, summary: 'stale', witnesses: [] },
    ],
    models: [model('PL-SS', 'ruled-out', 'G-single-item')],
    keys: [{ key: '8' }, { key: '9' }],
});

module.exports = { load, cycle, lost, data, model };
