'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { load, data } = require('./support/sample.cjs');

const Versions = load('model_versions.js');

test('a list is cut into its elements, in EDN and in JSON', () => {
    assert.deepEqual(Versions.elements('[1 2 3]'), ['1', '2', '3']);
    assert.deepEqual(Versions.elements('[1, 2,3]'), ['1', '2', '3']);
    assert.deepEqual(Versions.elements('[]'), []);
    assert.deepEqual(Versions.elements('#{1 2}'), null);
    assert.deepEqual(Versions.elements('[[1 2] {:a 1} "x y"]'), ['[1 2]', '{:a 1}', '"x y"']);
});

test('brackets, blanks and quotes inside strings cut nothing', () => {
    assert.deepEqual(Versions.elements('["a ] b" 2]'), ['"a ] b"', '2']);
    assert.deepEqual(Versions.elements('["a \\" b, c" 2]'), ['"a \\" b, c"', '2']);
});

test('what is no list is none, and hostile text ends', () => {
    for (const text of ['', '5', '[', ':x', '"["', '1]']) {
        assert.equal(Versions.elements(text), null, text);
    }
    assert.deepEqual(Versions.elements('["a]'), ['"a']);
    assert.deepEqual(Versions.elements('["\\]'), ['"\\']);
    assert.deepEqual(Versions.elements('[)))]'), [')))']);
});

test('a read departs where it no longer agrees', () => {
    assert.deepEqual(Versions.disputedParts('[1 2 3]', 2, 3),
        { open: '[', common: ['1', '2'], departs: ['3'], close: ']' });
    assert.deepEqual(Versions.disputedParts('[9]', 0, 1).common, []);
    assert.deepEqual(Versions.disputedParts('[1 2]', 2, 2).departs, []);
});

test('behind the dots of a shortened read, places count from the end', () => {
    const parts = Versions.disputedParts('[1 2 ... 9 7 8]', 7, 9);
    assert.deepEqual(parts.common, ['1', '2', '...', '9']);
    assert.deepEqual(parts.departs, ['7', '8']);
});

test('dots in what departs belong to it', () => {
    const parts = Versions.disputedParts('[1 5 ... 9]', 1, 9);
    assert.deepEqual(parts.common, ['1']);
    assert.deepEqual(parts.departs, ['5', '...', '9']);
});

test('a value that is no list departs as a whole', () => {
    assert.deepEqual(Versions.disputedParts('nil', 0, 0),
        { open: '', common: [], departs: ['nil'], close: '' });
});

const key = (total, ...places) => ({
    versions_total: total, versions: places.map((place) => ({ place })),
});
const shape = (rows) => rows.map((row) => row.gap ? `…${row.gap}` : row.version.place);

test('versions left out leave a gap that says how many they are', () => {
    assert.deepEqual(shape(Versions.versionRows(key(3, 1, 2, 3))), [1, 2, 3]);
    assert.deepEqual(shape(Versions.versionRows(key(9, 2, 5))), ['…1', 2, '…2', 5, '…4']);
    assert.deepEqual(shape(Versions.versionRows(key(2, 0, 1, 2))), [0, 1, 2]);
    assert.deepEqual(shape(Versions.versionRows(key(20, 0, 18))), [0, '…17', 18, '…2']);
    assert.deepEqual(shape(Versions.versionRows(key(4))), ['…4']);
    assert.deepEqual(shape(Versions.versionRows(key(0))), []);
});

test('a key with one version: its writer, its readers, reads of the key without it', () => {
    const ref = (index, process, type = 'ok') => ({ index, process, type });
    const version = (place, writer, ...readers) => ({
        place, value: place === 0 ? '' : '7', writer, readers, readers_total: readers.length,
    });
    const one = (...versions) => ({ versions, versions_total: 1, disputed_total: 0 });
    assert.deepEqual(Versions.meaning(one(version(0, null, ref(7, 2), ref(5, 1)),
        version(1, ref(2, 0), ref(3, 3)))), ['7 was written by index 2, process 0.',
        'It was read by index 3, process 3.',
        'The initial state, without 7, was read by index 7, process 2 and index 5, process 1. '
        + 'In every order of transactions, these reads come before the write.']);
    assert.deepEqual(Versions.meaning(one(version(0, null), version(1, ref(2, 0, 'info'),
        ref(3, 3)))), ['7 was written by index 2, process 0 (unknown outcome).',
        'Every read shows it: it was read by index 3, process 3.']);
    assert.deepEqual(Versions.meaning(one(version(1, null))),
        ['It is not known which transaction wrote 7.', 'The key was never read.']);
    const many = version(0, null, ref(1, 1));
    many.readers_total = 5001;
    assert.deepEqual(Versions.meaning(one(many, version(1, ref(2, 0)))).slice(1),
        ['No read shows it.', 'The initial state, without 7, was read by index 1, process 1 and '
        + '5,000 more. In every order of transactions, these reads come before the write.']);
    assert.deepEqual(Versions.meaning({ ...one(many), versions_total: 2 }), []);
});

test('a key knows the witnesses that are about it, by anomaly', () => {
    assert.deepEqual(Versions.keyUses(data()), [
        [{ anomaly: 'lost-update', witnesses: [{ id: 'lost-update-1', place: 1 }] },
            { anomaly: 'G-single-item', witnesses: [{ id: 'G-single-item-1', place: 1 }] }],
        [{ anomaly: 'lost-update', witnesses: [{ id: 'lost-update-1', place: 1 }] }],
    ]);
});

test('a witness about a key that is not in the page is no use of any', () => {
    const page = data();
    page.keys = page.keys.slice(0, 1);
    assert.equal(Versions.keyUses(page).length, 1);
});
