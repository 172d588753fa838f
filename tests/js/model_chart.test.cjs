'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { load } = require('./support/sample.cjs');

const Chart = load('model_chart.js');

const box = { left: 50, right: 250, top: 10, bottom: 110 };
const bucket = (ok, fail, info, p50) => ({
    ok, fail, info, p50_ns: p50, p95_ns: p50, p99_ns: p50, max_ns: p50 < 0 ? -1 : p50 * 10,
});
/* Four buckets of half a second; in the third nothing succeeded. */
const run = {
    start_ns: 0,
    width_ns: 5e8,
    every: 1,
    buckets: [bucket(10, 0, 0, 1e6), bucket(20, 5, 0, 1e6), bucket(0, 5, 5, -1),
        bucket(1, 0, 0, 1e7)],
};

test('ticks are round and enclose what they measure', () => {
    assert.deepEqual(Chart.linearTicks(50, 4), [0, 20, 40, 60]);
    assert.deepEqual(Chart.linearTicks(100, 4), [0, 50, 100]);
    assert.deepEqual(Chart.linearTicks(0.3, 3), [0, 0.1, 0.2, 0.3]);
    assert.deepEqual(Chart.linearTicks(0, 4), [0, 1]);
    for (const most of [1e-9, 0.7, 3, 17, 99, 101, 12345, 1e12]) {
        const ticks = Chart.linearTicks(most, 4);
        assert.ok(ticks[ticks.length - 1] >= most * 0.999, String(most));
        assert.ok(ticks.length <= 7, String(most));
    }
});

test('logarithmic ticks are powers of ten, at least one decade', () => {
    assert.deepEqual(Chart.logTicks(2e6, 3e7), [1e6, 1e7, 1e8]);
    assert.deepEqual(Chart.logTicks(1e6, 1e6), [1e6, 1e7]);
    assert.deepEqual(Chart.logTicks(0, 0), [1, 10]);
});

test('scales map ends to ends', () => {
    const linear = Chart.linearScale(0, 10, 100, 0);
    assert.deepEqual([linear(0), linear(5), linear(10)], [100, 50, 0]);
    const log = Chart.logScale(1e3, 1e5, 100, 0);
    assert.deepEqual([log(1e3), log(1e4), log(1e5), log(1)], [100, 50, 0, 100]);
    assert.equal(Chart.linearScale(3, 3, 0, 10)(3), 0);
});

test('time is counted from the start of the run', () => {
    const { x, ticks } = Chart.timeAxis({ ...run, start_ns: 5e9 }, box, 4);
    assert.deepEqual(ticks, [5e9, 5.5e9, 6e9, 6.5e9, 7e9]);
    assert.equal(x(5e9), box.left);
    assert.equal(x(7e9), box.right);
});

test('throughput is stacked, what went wrong on top', () => {
    const { areas, ticks } = Chart.throughput(run, box);
    assert.deepEqual(areas.map((area) => area.outcome), ['ok', 'info', 'fail']);
    assert.deepEqual(ticks, [0, 20, 40, 60]);
    /* 20 ok and 5 failed in half a second are 40 and 10 a second: 50 pixels and a bit more. */
    assert.equal(areas[0].d.split('Z')[1], 'M100 110V43.3H150V110');
    assert.equal(areas[2].d.split('Z')[0], 'M100 43.3V26.7H150V43.3');
});

test('outcomes that do not occur are not drawn, and no run is no division by zero', () => {
    const quiet = { ...run, buckets: [bucket(1, 0, 0, 5)] };
    assert.deepEqual(Chart.throughput(quiet, box).areas.map((area) => area.outcome), ['ok']);
    const nothing = { ...run, buckets: [] };
    assert.deepEqual(Chart.throughput(nothing, box).areas, []);
    assert.equal(Chart.latency(nothing, box), null);
    assert.equal(Chart.bucketAt(nothing, () => 0, 0), -1);
    assert.equal(Chart.summary(nothing).median, -1);
});

test('what a bucket counts stands for all, also in a sampled run', () => {
    assert.equal(Chart.rate({ ...run, every: 10 }, 5), 10);
    assert.equal(Chart.rate(run, 5), 10);
});

test('lines are interrupted where there is no value', () => {
    const { lines } = Chart.latency(run, box);
    assert.deepEqual(lines.map((line) => line.quantile), ['p50', 'p95', 'p99', 'max']);
    assert.equal(lines[0].d, 'M75 110h.1L125 110M225 60h.1');
    assert.ok(lines.every((line) => !/NaN|Infinity|undefined/.test(line.d)));
});

test('faults are cut to the run, and last to its end if nothing ended them', () => {
    const { x } = Chart.timeAxis(run, box, 4);
    const fault = (time_ns, until_ns) => ({ time_ns, until_ns });
    const bands = (...faults) => Chart.faultBands(run, faults, x)
        .map(({ left, width }) => [left, width]);
    assert.deepEqual(bands(fault(5e8, 1e9)), [[100, 50]]);
    assert.deepEqual(bands(fault(1e9, null)), [[150, 100]]);
    assert.deepEqual(bands(fault(-1e9, 5e8)), [[50, 50]]);
    assert.deepEqual(bands(fault(1e9, 1e9)), [[150, 2]]);
    assert.deepEqual(bands(fault(3e9, 4e9), fault(null, null)), []);
});

test('a place of the drawing is in one bucket, and beside it in none', () => {
    const { x } = Chart.timeAxis(run, box, 4);
    assert.deepEqual([49, 50, 99, 100, 250, 251].map((at) => Chart.bucketAt(run, x, at)),
        [-1, 0, 0, 1, 3, -1]);
});

test('the run in words counts what the charts show', () => {
    assert.deepEqual(Chart.summary(run), {
        seconds: 2, peak: 50, peakAt: 5e8, median: 1e6, slowest: 1e8,
    });
});
