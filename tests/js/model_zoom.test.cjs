'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { load } = require('./support/sample.cjs');

const Zoom = load('model_zoom.js');

const natural = { width: 1000, height: 400 };
const frame = { width: 500, height: 200 };

test('whole is as wide as the window, never much larger than life, and survives no size', () => {
    assert.equal(Zoom.whole(natural, frame), 0.5);
    assert.equal(Zoom.whole(natural, { width: 3000, height: 100 }), Zoom.ENLARGED);
    assert.equal(Zoom.whole(natural, { width: 10, height: 100 }), Zoom.SMALLEST);
    assert.equal(Zoom.whole({ width: 0, height: 0 }, frame), 1);
    assert.equal(Zoom.whole(natural, { width: 0, height: 0 }), 1);
});

test('a picture begins whole if it can be read so, else in its own size', () => {
    assert.equal(Zoom.initial(natural, { width: 800, height: 300 }), 0.8);
    assert.equal(Zoom.initial(natural, { width: 360, height: 300 }), 1);
});

test('what is below the pointer stays there', () => {
    const view = { scale: 1, left: 100, top: 50 };
    const at = { x: 200, y: 80 };
    const next = Zoom.zoomAt(view, 2, at, natural, frame);
    assert.equal(next.scale, 2);
    assert.equal((next.left + at.x) / next.scale, view.left + at.x);
    assert.equal((next.top + at.y) / next.scale, view.top + at.y);
});

test('zooming in and out again comes back', () => {
    const view = { scale: 1, left: 200, top: 100 };
    const at = { x: 250, y: 100 };
    const back = Zoom.zoomAt(Zoom.zoomAt(view, Zoom.STEP, at, natural, frame), 1 / Zoom.STEP, at,
        natural, frame);
    assert.ok(Math.abs(back.left - view.left) < 1e-6 && Math.abs(back.top - view.top) < 1e-6);
});

test('the scale has bounds, and at them nothing moves', () => {
    const most = { scale: Zoom.LARGEST, left: 40, top: 30 };
    assert.deepEqual(Zoom.zoomAt(most, 2, { x: 0, y: 0 }, natural, frame), most);
    assert.equal(Zoom.zoomAt({ scale: 0.3, left: 0, top: 0 }, 0.1, { x: 0, y: 0 }, natural,
        frame).scale, Zoom.SMALLEST);
});

test('the window stays on the picture', () => {
    assert.deepEqual(Zoom.pan({ scale: 1, left: 0, top: 0 }, -50, -50, natural, frame),
        { scale: 1, left: 0, top: 0 });
    assert.deepEqual(Zoom.pan({ scale: 1, left: 480, top: 190 }, 50, 50, natural, frame),
        { scale: 1, left: 500, top: 200 });
    assert.deepEqual(Zoom.pan({ scale: 0.4, left: 0, top: 0 }, 50, 50, natural, frame),
        { scale: 0.4, left: 0, top: 0 });
});

test('what is in sight does not move, what is not does so by little', () => {
    const view = { scale: 1, left: 100, top: 0 };
    const box = { x: 200, y: 50, width: 100, height: 50 };
    assert.deepEqual(Zoom.reveal(view, box, natural, frame), view);
    assert.equal(Zoom.reveal(view, { ...box, x: 700 }, natural, frame).left, 700 + 100 + 24 - 500);
    assert.equal(Zoom.reveal(view, { ...box, x: 40 }, natural, frame).left, 16);
});

test('of what is larger than the window its beginning is shown', () => {
    const box = { x: 300, y: 50, width: 490, height: 50 };
    assert.equal(Zoom.reveal({ scale: 1, left: 0, top: 0 }, box, natural, frame).left, 276);
});

test('a turn of the wheel zooms by a step, and never by more than two', () => {
    assert.equal(Zoom.wheelFactor(-100), Zoom.STEP);
    assert.equal(Zoom.wheelFactor(100), 1 / Zoom.STEP);
    assert.equal(Zoom.wheelFactor(-10000), Zoom.STEP * Zoom.STEP);
    assert.equal(Zoom.wheelFactor(0), 1);
});

test('a ring is beside the timeline only where it is whole', () => {
    const wide = (width) => ({ width, height: 100 });
    assert.ok(Zoom.fitsBeside(wide(600), null));
    assert.ok(Zoom.fitsBeside(wide(600), wide(620)));
    assert.ok(!Zoom.fitsBeside(wide(600), wide(621)));
    assert.ok(Zoom.fitsBeside(wide(740), null));
    assert.ok(!Zoom.fitsBeside(wide(741), null));
});
