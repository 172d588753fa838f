/*
 * model_chart.js - a recorded run over time as shapes: throughput, latency, faults.
 *
 * In: the buckets of the run (report/model/document.h: mns_doc_run) and the size of the drawing.
 * Out: scales, ticks and the d of SVG paths. Latencies have a logarithmic scale, because a stalled
 * database is a thousand times slower, not twice. -1 is a bucket without a value: the line is
 * interrupted there.
 */
'use strict';

const MinosChart = (() => {
    const LATENCIES = ['p50', 'p95', 'p99', 'max'];
    const latencyOf = (bucket, quantile) => bucket[`${quantile}_ns`];
    const OUTCOMES = ['ok', 'info', 'fail']; /* from the bottom up, failures on top */
    const round = (value) => Math.round(value * 10) / 10;

    /* About `wanted` round values from 0 to at least `most`: steps of 1, 2 or 5 times a power. */
    function linearTicks(most, wanted) {
        if (!(most > 0)) {
            return [0, 1];
        }
        const rough = most / wanted;
        const power = Math.pow(10, Math.floor(Math.log10(rough)));
        const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough * 0.999);
        const ticks = [];
        for (let i = 0; i === 0 || ticks[i - 1] < most * 0.999999; i += 1) {
            ticks.push(Number((i * step).toPrecision(12)));
        }
        return ticks;
    }

    /* Powers of ten that enclose [low, high], at least one decade. */
    function logTicks(low, high) {
        const first = Math.floor(Math.log10(Math.max(1, low)) + 1e-9);
        const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(1, high)) - 1e-9));
        return Array.from({ length: last - first + 1 }, (unused, i) => Math.pow(10, first + i));
    }

    const linearScale = (low, high, from, to) => (value) => (
        from + ((value - low) / (high - low || 1)) * (to - from));
    const logScale = (low, high, from, to) => {
        const scale = linearScale(Math.log10(low), Math.log10(high), from, to);
        return (value) => scale(Math.log10(Math.max(low, value)));
    };

    const startOf = (run, place) => run.start_ns + place * run.width_ns;
    const endOf = (run) => startOf(run, run.buckets.length);

    /* The axis of time: seconds since the start of the history. */
    function timeAxis(run, box, wanted) {
        const x = linearScale(run.start_ns, endOf(run), box.left, box.right);
        const span = endOf(run) - run.start_ns;
        const ticks = linearTicks(span / 1e9, wanted).map((s) => run.start_ns + s * 1e9)
            .filter((ns) => ns <= endOf(run) * 1.000001);
        return { x, ticks };
    }

    /* Completions per second in a bucket. If only every n-th transaction was sampled, the counts
     * are already scaled up. */
    function rate(run, count) {
        return count * 1e9 / run.width_ns;
    }

    /* Stacked steps, one path for each outcome that occurs. */
    function throughput(run, box) {
        const total = run.buckets.map((b) => b.ok + b.fail + b.info);
        const ticks = linearTicks(rate(run, Math.max(0, ...total)), 4);
        const { x } = timeAxis(run, box, 6);
        const y = linearScale(0, ticks[ticks.length - 1], box.bottom, box.top);
        const below = run.buckets.map(() => 0);
        const areas = [];
        for (const outcome of OUTCOMES) {
            let d = '';
            run.buckets.forEach((bucket, i) => {
                if (bucket[outcome] > 0) {
                    const left = round(x(startOf(run, i)));
                    const right = round(x(startOf(run, i + 1)));
                    const foot = round(y(rate(run, below[i])));
                    const head = round(y(rate(run, below[i] + bucket[outcome])));
                    d += `M${left} ${foot}V${head}H${right}V${foot}Z`;
                    below[i] += bucket[outcome];
                }
            });
            if (d) {
                areas.push({ outcome, d });
            }
        }
        return { areas, ticks, y, x };
    }

    /* One line for each quantile, through the middles of the buckets. */
    function latency(run, box) {
        const values = run.buckets.flatMap((b) => LATENCIES.map((q) => latencyOf(b, q)))
            .filter((v) => v >= 0);
        if (values.length === 0) {
            return null;
        }
        const least = values.reduce((a, b) => Math.min(a, b));
        const most = values.reduce((a, b) => Math.max(a, b));
        const ticks = logTicks(least, most);
        const { x } = timeAxis(run, box, 6);
        const y = logScale(ticks[0], ticks[ticks.length - 1], box.bottom, box.top);
        const lines = LATENCIES.map((quantile) => {
            let d = '';
            let drawing = false;
            run.buckets.forEach((bucket, i) => {
                const value = latencyOf(bucket, quantile);
                const here = value >= 0;
                if (here) {
                    const at = `${round(x(startOf(run, i + 0.5)))} ${round(y(value))}`;
                    /* A single value would be a line of length 0, so draw a short dash. */
                    d += drawing ? `L${at}` : `M${at}h.1`;
                }
                drawing = here;
            });
            return { quantile, d };
        });
        return { lines, ticks, y, x };
    }

    /* Faults with times as bands; a fault without an end lasts until the end of the run. */
    function faultBands(run, faults, x) {
        const bands = [];
        for (const fault of faults) {
            if (typeof fault.time_ns !== 'number') {
                continue;
            }
            const from = Math.max(run.start_ns, fault.time_ns);
            const to = Math.min(endOf(run), typeof fault.until_ns === 'number' ? fault.until_ns
                : endOf(run));
            if (to >= from) {
                const left = round(x(from));
                bands.push({ left, width: Math.max(2, round(x(to) - left)), fault });
            }
        }
        return bands;
    }

    /* The bucket at an x coordinate of the drawing, or -1 outside the chart. */
    function bucketAt(run, x, at) {
        const left = x(run.start_ns);
        const right = x(endOf(run));
        if (at < left || at > right || run.buckets.length === 0) {
            return -1;
        }
        const place = Math.floor((at - left) / (right - left) * run.buckets.length);
        return Math.min(run.buckets.length - 1, place);
    }

    function summary(run) {
        const totals = run.buckets.map((b) => b.ok + b.fail + b.info);
        const most = totals.reduce((a, b) => Math.max(a, b), 0);
        const medians = run.buckets.map((b) => b.p50_ns).filter((v) => v >= 0)
            .sort((a, b) => a - b);
        const slowest = run.buckets.reduce((n, b) => Math.max(n, b.max_ns), -1);
        return {
            seconds: (endOf(run) - run.start_ns) / 1e9,
            peak: rate(run, most), peakAt: startOf(run, Math.max(0, totals.indexOf(most))),
            median: medians.length ? medians[Math.floor(medians.length / 2)] : -1, slowest,
        };
    }

    return {
        linearTicks, logTicks, linearScale, logScale, timeAxis, rate, throughput, latency,
        faultBands, bucketAt, summary, startOf, LATENCIES,
    };
})();

if (typeof module !== 'undefined') {
    module.exports = MinosChart;
}
