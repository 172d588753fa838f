/*
 * view_run.js - the recorded run: throughput and latency over time with the injected faults, the
 * outcomes of transactions, and the errors. Charts are redrawn when the width changes; a cursor,
 * moved by pointer or arrow keys, shows the values at one moment.
 */
'use strict';

const MinosRun = (() => {
    const { el, svg } = MinosDom;
    const { formatCount, formatNs, plural } = MinosModel;
    const HEIGHT = 200;
    const BOX = { left: 58, top: 14, bottom: HEIGHT - 26 };
    const NAMES = { ok: 'ok', fail: 'failed', info: 'unknown' };
    const NARROW = 480;
    const FAULTS_AT_ONCE = 10;

    /* 12, 1.5 k, 3 M: short labels for an axis. */
    function short(n) {
        const [unit, name] = [[1e6, ' M'], [1e3, ' k'], [1, '']].find(([u]) => n >= u) || [1, ''];
        return `${Number((n / unit).toPrecision(3))}${name}`;
    }

    function axes(run, box, shape, yLabel) {
        const { x, ticks } = MinosChart.timeAxis(run, box, box.right < NARROW ? 3 : 7);
        return svg('g', { class: 'chart-axes' },
            shape.ticks.map((value) => {
                const y = Math.round(shape.y(value)) + 0.5;
                const label = { x: box.left - 8, y: y + 4, 'text-anchor': 'end' };
                return [svg('path', { d: `M${box.left} ${y}H${box.right}` }),
                    svg('text', label, yLabel(value))];
            }),
            ticks.map((ns) => svg('text', {
                x: x(ns), y: box.bottom + 18,
                'text-anchor': x(ns) > box.right - 20 ? 'end' : 'middle',
            }, `${Number(((ns - run.start_ns) / 1e9).toPrecision(6))} s`)));
    }

    function faults(run, data, box, shape) {
        const bands = MinosChart.faultBands(run, data.faults, shape.x);
        const area = ({ left, width, fault }) => svg('rect',
            { x: left, y: box.top, width, height: box.bottom - box.top },
            svg('title', {}, fault.words));
        const mark = ({ left, width }) => svg('path',
            { class: 'chart-fault-top', d: `M${left} ${box.top - 3}h${width}` });
        return svg('g', { class: 'chart-faults' }, bands.map(area), bands.map(mark));
    }

    const CHARTS = [
        {
            title: 'Throughput',
            unit: 'transactions per second',
            shape: MinosChart.throughput,
            yLabel: short,
            marks: (shape) => shape.areas.map(({ outcome, d }) => (
                svg('path', { class: `chart-area chart-${outcome}`, d }))),
            legend: (run) => ['ok', 'info', 'fail']
                .filter((name) => run.buckets.some((b) => b[name] > 0))
                .map((name) => [`chart-${name}`, NAMES[name]]),
        },
        {
            title: 'Latency',
            unit: 'of ok transactions, logarithmic',
            shape: MinosChart.latency,
            yLabel: formatNs,
            marks: (shape) => shape.lines.map(({ quantile, d }) => (
                svg('path', { class: `chart-line chart-${quantile}`, d }))),
            legend: () => [['chart-max', 'slowest'], ['chart-p99', '99 %'], ['chart-p95', '95 %'],
                ['chart-p50', 'median']],
        },
    ];

    function reading(run, place) {
        const bucket = run.buckets[place];
        const from = (MinosChart.startOf(run, place) - run.start_ns) / 1e9;
        const outcomes = ['ok', 'fail', 'info'].filter((name) => bucket[name] > 0)
            .map((name) => `${short(MinosChart.rate(run, bucket[name]))}/s ${NAMES[name]}`);
        const times = bucket.p50_ns < 0 ? []
            : [`median ${formatNs(bucket.p50_ns)}`, `99 % ${formatNs(bucket.p99_ns)}`,
                `slowest ${formatNs(bucket.max_ns)}`];
        const words = outcomes.concat(times).join(', ') || 'no completions';
        return `${Number(from.toPrecision(6))} s: ${words}`;
    }

    function legend(chart, run, data) {
        const entries = chart.legend(run);
        if (data.faults.some((fault) => typeof fault.time_ns === 'number')) {
            entries.push(['chart-fault', 'fault']);
        }
        return el('ul', { class: 'legend', 'aria-hidden': 'true' }, entries.map(([name, word]) => (
            el('li', {}, svg('svg', { width: 22, height: 12, viewBox: '0 0 22 12' },
                svg(name.match(/p\d|max/) ? 'path' : 'rect', name.match(/p\d|max/)
                    ? { class: `chart-line ${name}`, d: 'M0 6H22' }
                    : { class: `chart-area ${name}`, width: 22, height: 12 })), word))));
    }

    /* One chart; all share `cursor`, so that they show the same moment. */
    function draw(chart, run, data, width, cursor) {
        const box = { ...BOX, right: width - 10 };
        const shape = chart.shape(run, box);
        if (!shape) {
            return null;
        }
        const line = svg('path', { class: 'chart-cursor', d: '' });
        cursor.lines.push((place) => {
            const x = place < 0 ? 0 : Math.round(shape.x(MinosChart.startOf(run, place + 0.5)));
            line.setAttribute('d', place < 0 ? '' : `M${x} ${box.top}V${box.bottom}`);
        });
        const node = svg('svg', {
            class: 'chart', viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img',
            'aria-label': `${chart.title}, ${chart.unit}`,
        }, faults(run, data, box, shape), axes(run, box, shape, chart.yLabel), chart.marks(shape),
        line);
        node.addEventListener('pointermove', (event) => {
            const frame = node.getBoundingClientRect();
            cursor.move(MinosChart.bucketAt(run, shape.x,
                (event.clientX - frame.left) * width / frame.width));
        });
        node.addEventListener('pointerleave', () => cursor.move(-1));
        return el('figure', {}, el('figcaption', {}, el('strong', {}, chart.title),
            el('span', { class: 'faint' }, ` ${chart.unit}`)), node, legend(chart, run, data));
    }

    function charts(run, data) {
        const readout = el('p', { class: 'readout', 'aria-live': 'polite' });
        const place = el('div', {
            class: 'charts', tabindex: 0, role: 'group',
            'aria-label': 'Charts; use the arrow keys to move through time',
        });
        const hint = 'Point at a chart or use the arrow keys to see the values.';
        const cursor = {
            place: -1,
            lines: [],
            move(next) {
                cursor.place = next;
                cursor.lines.forEach((show) => show(next));
                readout.textContent = next < 0 ? hint : reading(run, next);
            },
        };
        place.addEventListener('keydown', (event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (by) {
                const last = run.buckets.length - 1;
                cursor.move(Math.max(0, Math.min(last, cursor.place + by)));
                event.preventDefault();
            }
        });
        let width = 0;
        new ResizeObserver(() => {
            if (place.clientWidth > 0 && place.clientWidth !== width) {
                width = place.clientWidth;
                const columns = width >= 900 ? 2 : 1;
                const each = Math.floor((width - 32 * (columns - 1)) / columns);
                cursor.lines = [];
                place.replaceChildren(...CHARTS.map((chart) => draw(chart, run, data, each, cursor))
                    .filter(Boolean));
                cursor.move(-1);
            }
        }).observe(place);
        return [place, readout];
    }

    function inWords(run, counts) {
        const s = MinosChart.summary(run);
        const words = [`In ${Number(s.seconds.toPrecision(3))} s, `
            + `${plural(counts.ok, 'transaction')} committed, ${formatCount(counts.fail)} failed `
            + `and ${formatCount(counts.info)} had an unknown outcome; the peak rate was `
            + `${short(s.peak)} per second.`];
        if (s.median >= 0) {
            words.push(`Typical latency was ${formatNs(s.median)}, the slowest transaction took `
                + `${formatNs(s.slowest)}.`);
        }
        if (run.every > 1) {
            words.push('This history is large: rates and latencies are from every '
                + `${formatCount(run.every)}th transaction.`);
        }
        return words.join(' ');
    }

    function table(title, columns, rows) {
        const cells = (row) => row.map((cell) => el('td', {}, cell));
        return rows.length > 0 && el('div', { class: 'scroll' }, el('table', {},
            el('caption', {}, title),
            el('thead', {}, el('tr', {}, columns.map((name) => el('th', { scope: 'col' }, name)))),
            el('tbody', {}, rows.map((row) => el('tr', {}, cells(row))))));
    }

    function faultTable(data) {
        const more = data.faults_total - data.faults.length;
        const moment = (words) => el('span', { class: 'moment' }, words);
        const rows = data.faults.map((fault) => [
            moment(fault.from || `operation ${fault.position}`),
            moment(fault.to || (typeof fault.until === 'number' ? `operation ${fault.until}`
                : 'no end')),
            el('span', { title: `${fault.process} ${fault.f} ${fault.value || ''}`.trim() },
                fault.words)]);
        const all = [table('Faults', ['From', 'To', 'What'], rows),
            more > 0 && el('p', { class: 'faint' }, `… and ${plural(more, 'fault')} more`)];
        return rows.length <= FAULTS_AT_ONCE ? all : el('details', { class: 'more' },
            el('summary', {}, plural(data.faults_total, 'fault')), all);
    }

    function errorTable(run) {
        const more = run.error_kinds - run.errors.length;
        return [table('Errors by class', ['Error', 'Outcome', 'Count'], run.errors.map((error) => [
            el('code', {}, error.label), NAMES[error.type] || error.type,
            formatCount(error.count)])),
        more > 0 && el('p', { class: 'faint' }, `… and ${plural(more, 'class', 'classes')} more`)];
    }

    /* Null where the history has neither times nor faults. */
    function render(data) {
        const { run } = data;
        if (!run && data.faults.length === 0) {
            return null;
        }
        return el('section', { id: 'run', 'aria-labelledby': 'run-title' },
            el('h2', { id: 'run-title' }, 'The run'),
            run && el('p', {}, inWords(run, data.counts)), run && charts(run, data),
            el('div', { class: 'tables' }, run && el('div', {}, errorTable(run)),
                el('div', {}, faultTable(data))));
    }

    return { render };
})();
