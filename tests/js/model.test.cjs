'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { load, cycle, lost, data, model } = require('./support/sample.cjs');

const Model = load('model.js');

test('a process is named with its node, if it has one', () => {
    assert.equal(Model.processName({ process: 3 }), 'process 3');
    assert.equal(Model.processName({ process: ':a', node: 'n2' }), 'process :a on n2');
});

test('every verdict, state and outcome has a mark and a word', () => {
    for (const verdict of ['valid', 'violated', 'unknown']) {
        assert.equal(Model.verdictWords(verdict).mark.length, 1);
        assert.ok(Model.verdictWords(verdict).word);
    }
    const states = ['ruled-out', 'certified', 'holds', 'partly', 'not-judged']
        .map(Model.stateWords);
    assert.equal(new Set(states.map((state) => state.mark)).size, 5);
    assert.equal(new Set(states.map((state) => state.word)).size, 5);
    assert.equal(Model.stateWords('of a later version').word, 'not judged');
    assert.equal(Model.verdictWords('of a later version').word, 'Unknown');
    assert.deepEqual(['ok', 'fail', 'info', 'x'].map(Model.outcomeWord),
        ['ok', 'failed', 'unknown outcome', 'x']);
});

test('numbers are written the same whatever the locale', () => {
    assert.deepEqual([0, 999, 1000, 1234567].map(Model.formatCount),
        ['0', '999', '1,000', '1,234,567']);
    assert.equal(Model.plural(1, 'key'), '1 key');
    assert.equal(Model.plural(0, 'key'), '0 keys');
    assert.equal(Model.plural(2000, 'class', 'classes'), '2,000 classes');
});

test('durations have three digits that count', () => {
    assert.deepEqual([0, 950, 1200, 12e6, 3.4567e9, 61e9].map(Model.formatNs),
        ['0 ns', '950 ns', '1.2 µs', '12 ms', '3.46 s', '61 s']);
});

test('words are enumerated', () => {
    assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(Model.enumerate),
        ['', 'a', 'a and b', 'a, b and c']);
});

test('what was checked has a span only where there are times', () => {
    const counts = {
        transactions: 1, ok: 1, fail: 0, info: 0, micro_operations: 2, keys: 1, processes: 1,
        span: null,
    };
    assert.equal(Model.checkedFacts(counts).length, 4);
    assert.deepEqual(Model.checkedFacts(counts)[0],
        ['1', 'transaction', '1 ok, 0 failed, 0 unknown']);
    assert.deepEqual(Model.checkedFacts({ ...counts, span: '2 s' })[4], ['2 s', 'recorded', '']);
});

test('a verdict without a witness says what it does not mean', () => {
    assert.equal(Model.verdictMeaning({ verdict: 'violated' }).length, 0);
    assert.match(Model.verdictMeaning({ verdict: 'valid' }).join(' '),
        /not about the database in general/);
    assert.match(Model.verdictMeaning({ verdict: 'unknown' }).join(' '),
        /does not mean that there is none/);
});

test('each state of a model has its reason', () => {
    const models = [model('m', 'ruled-out', null), model('m', 'certified', null),
        model('m', 'holds', null), model('m', 'partly', null), model('m', 'not-judged', null)];
    const reason = (m) => Model.modelReason({ models }, m);
    assert.equal(reason(model('m', 'ruled-out', 'G1c')), 'Ruled out: the history shows G1c.');
    assert.equal(new Set(models.map(reason)).size, 5);
    assert.match(reason(model('m', 'certified', null)), /explicit execution/);
    const holds = model('m', 'holds', null);
    assert.doesNotMatch(reason(holds), /certified/);
    assert.match(reason({ ...holds, undecided: 'it took too long' }),
        /Not certified: it took too long\.$/);
    const none = { models: [model('m', 'not-judged', null)] };
    assert.match(Model.modelReason(none, none.models[0]), /too little information/);
});

test('an address leads to a witness, an anomaly, a key or a section', () => {
    const page = data();
    assert.deepEqual(Model.resolve(page, '#G-single-item-1'),
        { type: 'witness', id: 'G-single-item-1', anomaly: 1, witness: 0 });
    assert.deepEqual(Model.resolve(page, '#anomaly-lost-update'),
        { type: 'anomaly', id: 'anomaly-lost-update', anomaly: 0 });
    assert.deepEqual(Model.resolve(page, '#key-1'), { type: 'key', id: 'key-1', key: 1 });
    assert.deepEqual(Model.resolve(page, '#models'), { type: 'section', id: 'models' });
    assert.deepEqual(Model.resolve(page, '#key%2D0'), { type: 'key', id: 'key-0', key: 0 });
});

test('an address that leads nowhere is nothing', () => {
    for (const hash of ['', '#', '#key-2', '#key-x', '#data', '#%', '#G-single-item-x', '#G9-']) {
        assert.equal(Model.resolve(data(), hash), null, hash);
    }
});

test('a witness that is not in the page leads to its anomaly, not to one of a similar name', () => {
    assert.equal(Model.resolve(data(), '#G-single-item-2').id, 'anomaly-G-single-item');
    assert.equal(Model.resolve(data(), '#G-single-item-realtime-7').id,
        'anomaly-G-single-item-realtime');
});

test('a model leads to its witness, else to its anomaly, else nowhere', () => {
    const page = data();
    assert.equal(Model.modelTarget(page, page.models[0]), 'G-single-item-1');
    assert.equal(Model.modelTarget(page, model('m', 'ruled-out', 'G-single-item-realtime')),
        'anomaly-G-single-item-realtime');
    assert.equal(Model.modelTarget(page, model('m', 'ruled-out', 'G9')), null);
    assert.equal(Model.modelTarget(page, model('m', 'holds', null)), null);
});

test('a witness is copied with what it shows and where it was found', () => {
    const page = data();
    assert.equal(Model.witnessText(page, page.anomalies[1], cycle),
        'Not serializable: G-single-item (lost update): read skew.\nh.edn, Minos 0.1.0\n\n'
        + 'Let:\n  T1 = {}\n');
    assert.match(Model.witnessText(page, page.anomalies[0], lost),
        /^Not serializable: lost-update: /);
});

test('a witness is copied as EDN, one operation a line', () => {
    assert.equal(Model.witnessEdn(cycle), '{:index 10, :id "T1"}\n{:index 10, :id "T2"}\n');
    const some = cycle.transactions.map((txn, i) => ({ ...txn, edn: i ? txn.edn : null }));
    assert.equal(Model.witnessEdn({ transactions: some }), '{:index 10, :id "T2"}\n');
    assert.equal(Model.witnessEdn({ transactions: [{ edn: null }] }), '');
});

test('addresses of anomalies and keys are those that lead to them', () => {
    const page = data();
    assert.equal(Model.resolve(page, Model.anomalyAddress(page.anomalies[2])).anomaly, 2);
    assert.equal(Model.resolve(page, Model.keyAddress(1)).key, 1);
});
