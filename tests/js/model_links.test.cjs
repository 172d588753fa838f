'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { load, cycle, lost } = require('./support/sample.cjs');

const Links = load('model_links.js');

/* The sets of linked() as sorted arrays. */
function lit(witness, thing) {
    const set = Links.linked(witness, thing);
    return Object.fromEntries(Object.entries(set).map(([name, members]) => (
        [name, Array.from(members).sort()])));
}

test('a step lights its ends, what it is about, and its sentence', () => {
    assert.deepEqual(lit(cycle, { step: 1 }),
        { steps: [1], txns: [0, 1], mops: ['0/1', '1/0'], lines: [5] });
});

test('a sentence about a step lights the same as the step', () => {
    assert.deepEqual(lit(cycle, { line: 4 }), lit(cycle, { step: 0 }));
    assert.deepEqual(Links.canonical(cycle, { line: 4 }), { step: 0 });
    assert.deepEqual(Links.canonical(cycle, { line: 6 }), { line: 6 });
    assert.deepEqual(Links.canonical(cycle, { txn: 1 }), { txn: 1 });
});

test('a definition lights its transaction alone', () => {
    assert.deepEqual(lit(cycle, { line: 2 }), { steps: [], txns: [1], mops: [], lines: [2] });
});

test('a sentence that names nobody lights itself', () => {
    assert.deepEqual(lit(cycle, { line: 6 }), { steps: [], txns: [], mops: [], lines: [6] });
});

test('a transaction lights the arrows at it and the sentences about it, not the other end', () => {
    assert.deepEqual(lit(cycle, { txn: 1 }),
        { steps: [0, 1], txns: [1], mops: ['1/0'], lines: [2, 4, 5] });
});

test('a micro-operation lights the arrows at it', () => {
    assert.deepEqual(lit(cycle, { txn: 0, mop: 0 }),
        { steps: [0], txns: [0, 1], mops: ['0/0', '1/0'], lines: [4] });
    assert.deepEqual(lit(cycle, { txn: 1, mop: 0 }).steps, [0, 1]);
});

test('a micro-operation without an arrow lights itself and what its transaction does', () => {
    assert.deepEqual(lit(lost, { txn: 1, mop: 0 }),
        { steps: [1], txns: [1], mops: ['1/0'], lines: [1, 2] });
});

test('in a case, a sentence lights what is between those it names, and the reverse', () => {
    assert.deepEqual(lit(lost, { line: 0 }),
        { steps: [0], txns: [0, 2], mops: ['0/0', '2/0'], lines: [0] });
    assert.deepEqual(lit(lost, { step: 0 }).lines, [0, 2]);
    assert.deepEqual(lit(lost, { step: 1 }),
        { steps: [1], txns: [1, 2], mops: ['2/0'], lines: [2] });
});

test('in a case, a sentence that names nobody speaks of all who were named before it', () => {
    assert.deepEqual(lit(lost, { line: 2 }),
        { steps: [0, 1], txns: [0, 1, 2], mops: ['0/0', '2/0'], lines: [2] });
    assert.deepEqual(lit(lost, { txn: 1 }).lines, [1, 2]);
});

test('of a proof, what defines the transactions of the witness is not shown', () => {
    assert.deepEqual(Links.shownLines(cycle), [3, 4, 5, 6]);
    assert.deepEqual(Links.shownLines(lost), [0, 1, 2]);
    const other = { kind: 'let', text: 'T9 = {}', step: null, transactions: [] };
    const proof = cycle.proof.slice();
    proof.splice(3, 0, other);
    assert.deepEqual(Links.shownLines({ proof }), [0, 3, 4, 5, 6, 7]);
    assert.deepEqual(Links.shownLines({ proof: [{ kind: 'heading', text: 'Then:' }] }), []);
});

test('what is lit is symmetric: a step lights a sentence as often as the reverse', () => {
    for (const witness of [cycle, lost]) {
        witness.proof.forEach((line, place) => {
            for (const step of lit(witness, { line: place }).steps) {
                assert.ok(lit(witness, { step }).lines.includes(place), `${witness.id} ${place}`);
            }
        });
    }
});

test('a sentence whose step was cut off is one like others', () => {
    const cut = { ...cycle, steps: [cycle.steps[0]] };
    assert.deepEqual(lit(cut, { line: 5 }).txns, [0, 1]);
    assert.deepEqual(Links.canonical(cut, { line: 5 }), { line: 5 });
});

test('steps are walked around the cycle', () => {
    assert.deepEqual(Links.stepBeside(cycle, null, 1), { step: 0 });
    assert.deepEqual(Links.stepBeside(cycle, null, -1), { step: 1 });
    assert.deepEqual(Links.stepBeside(cycle, { step: 1 }, 1), { step: 0 });
    assert.deepEqual(Links.stepBeside(cycle, { step: 0 }, -1), { step: 1 });
    assert.deepEqual(Links.stepBeside(cycle, { txn: 1 }, 1), { step: 0 });
    assert.equal(Links.stepBeside({ steps: [] }, null, 1), null);
});

test('things are the same by what they stand for', () => {
    assert.ok(Links.same({ txn: 0, mop: 1 }, { txn: 0, mop: 1 }));
    assert.ok(!Links.same({ txn: 0, mop: 1 }, { txn: 0 }));
    assert.ok(!Links.same({ step: 0 }, { line: 0 }));
    assert.ok(!Links.same(null, { step: 0 }));
    assert.ok(!Links.same(null, null));
});

test('what is lit can be said', () => {
    assert.equal(Links.describe(cycle, { step: 0 }),
        'Step 1 of 2, T1 to T2: rw 8: 1. T1 missed it');
    assert.equal(Links.describe(cycle, { step: 1 }), 'Step 2 of 2, T2 to T1: ww 8: 1, 4');
    assert.equal(Links.describe(cycle, { line: 6 }), 'The order of 8 is …');
    assert.equal(Links.describe(cycle, { txn: 0, mop: 1 }), 'T1: [:append 8 4]');
    assert.equal(Links.describe(cycle, { txn: 1 }), 'T2');
});
