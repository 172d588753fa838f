/*
 * model.js - the page's data as words, numbers and addresses, independent of the DOM.
 *
 * In: the JSON value of the page (report/page/page.c). Out: words, rows and sets of places. No
 * function here uses the document, the clock or the locale, so node can test them (tests/js) and
 * the same data always give the same page. Highlighting is in model_links.js, zooming in
 * model_zoom.js, charts in model_chart.js.
 */
'use strict';

const MinosModel = (() => {
    /* A mark always comes with a word: neither colour nor glyph alone carries a meaning. */
    const VERDICTS = {
        valid: { mark: '✓', word: 'Valid' },
        violated: { mark: '✗', word: 'Violated' },
        unknown: { mark: '?', word: 'Unknown' },
    };
    const STATES = {
        'ruled-out': { mark: '✗', word: 'ruled out' },
        certified: { mark: '●', word: 'certified' },
        holds: { mark: '✓', word: 'holds' },
        partly: { mark: '◐', word: 'partly judged' },
        'not-judged': { mark: '?', word: 'not judged' },
    };
    const OUTCOMES = { ok: 'ok', fail: 'failed', info: 'unknown outcome' };

    const verdictWords = (verdict) => VERDICTS[verdict] || VERDICTS.unknown;
    const stateWords = (state) => STATES[state] || STATES['not-judged'];
    const outcomeWord = (type) => OUTCOMES[type] || type;

    /* 1234567 as 1,234,567, independent of the user's locale. */
    function formatCount(n) {
        return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
    }

    function plural(n, noun, several = noun + 's') {
        return `${formatCount(n)} ${n === 1 ? noun : several}`;
    }

    /* Three significant digits: 950 ns, 1.2 µs, 12 ms, 3.45 s. */
    function formatNs(ns) {
        const units = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
        const size = Math.abs(ns);
        const [unit, name] = units.find(([u]) => size >= u) || units[3];
        return `${Number((ns / unit).toPrecision(3))} ${name}`;
    }

    /* "a", "a and b", "a, b and c". */
    function enumerate(words) {
        if (words.length < 2) {
            return words.join('');
        }
        return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
    }

    /* "process 3", "process 3 on n2". */
    function processName(txn) {
        return `process ${txn.process}${txn.node ? ` on ${txn.node}` : ''}`;
    }

    /* How much was checked, as pairs of a number and what it counts. */
    function checkedFacts(counts) {
        const outcomes = `${formatCount(counts.ok)} ok, ${formatCount(counts.fail)} failed, `
            + `${formatCount(counts.info)} unknown`;
        const facts = [
            [formatCount(counts.transactions),
                counts.transactions === 1 ? 'transaction' : 'transactions', outcomes],
            [formatCount(counts.micro_operations), 'micro-operations', ''],
            [formatCount(counts.keys), counts.keys === 1 ? 'key' : 'keys', ''],
            [formatCount(counts.processes), counts.processes === 1 ? 'process' : 'processes', ''],
        ];
        if (counts.span) {
            facts.push([counts.span, 'recorded', '']);
        }
        return facts;
    }

    /* What a verdict without a witness means and does not mean. */
    function verdictMeaning(data) {
        if (data.verdict === 'valid') {
            return ['This verdict is about this history, not about the database in general: '
                + 'another run, with more concurrency or with faults, may show a violation.'];
        }
        if (data.verdict === 'unknown') {
            return ['Minos could not decide. It found no violation, but that does not mean that '
                + 'there is none.'];
        }
        return [];
    }

    /* If nothing could be inferred, no model was judged, whatever its definition. */
    const untested = (data) => data.models.every((model) => model.state === 'not-judged');

    /* Why a model is in its state, in one sentence. */
    function modelReason(data, model) {
        switch (model.state) {
        case 'ruled-out':
            return model.by ? `Ruled out: the history shows ${model.by}.`
                : 'Ruled out by this history.';
        case 'certified':
            return 'Certified: an explicit execution of this history satisfies it.';
        case 'holds':
            return 'Holds in this history: nothing that it forbids was found.'
                + (model.undecided ? ` Not certified: ${model.undecided}.` : '');
        case 'partly':
            return 'Partly judged: no violation was found, but Minos cannot decide all of what '
                + 'it forbids in this history.';
        default:
            return untested(data) ? 'Not judged: this history has too little information to judge '
                + 'any model.'
                : 'Not judged: its definition uses something that histories do not contain.';
        }
    }

    /* ---- Addresses ------------------------------------------------------------------------- */

    const anomalyAddress = (anomaly) => `anomaly-${anomaly.name}`;
    const keyAddress = (place) => `key-${place}`;

    function decode(hash) {
        const text = hash.replace(/^#/, '');
        try {
            return decodeURIComponent(text);
        } catch (error) {
            return text; /* a stray % */
        }
    }

    /*
     * Resolves the fragment of the address (after #): {type, id, ...} with places in the data, or
     * null if it is unknown. A witness that did not fit into the page resolves to its anomaly.
     */
    function resolve(data, hash) {
        const id = decode(hash);
        for (const [a, anomaly] of data.anomalies.entries()) {
            if (id === anomalyAddress(anomaly)) {
                return { type: 'anomaly', id, anomaly: a };
            }
            const w = anomaly.witnesses.findIndex((witness) => witness.id === id);
            if (w >= 0) {
                return { type: 'witness', id, anomaly: a, witness: w };
            }
        }
        for (const [a, anomaly] of data.anomalies.entries()) {
            const rest = id.startsWith(`${anomaly.name}-`) && id.slice(anomaly.name.length + 1);
            if (rest && /^\d+$/.test(rest)) {
                return { type: 'anomaly', id: anomalyAddress(anomaly), anomaly: a };
            }
        }
        const key = /^key-(\d+)$/.exec(id);
        if (key && Number(key[1]) < data.keys.length) {
            return { type: 'key', id, key: Number(key[1]) };
        }
        return ['verdict', 'models', 'anomalies', 'keys', 'run'].includes(id)
            ? { type: 'section', id } : null;
    }

    /* The target of a click on a model: its witness, else its anomaly, else null. */
    function modelTarget(data, model) {
        for (const id of [model.witness, model.by && `anomaly-${model.by}`]) {
            const target = id && resolve(data, id);
            if (target) {
                return target.id;
            }
        }
        return null;
    }

    /* ---- Texts to copy --------------------------------------------------------------------- */

    /* A witness as text for a bug report. */
    function witnessText(data, anomaly, witness) {
        const name = witness.name ? ` (${witness.name})` : '';
        return `${data.headline}: ${anomaly.name}${name}: ${anomaly.summary}.\n`
            + `${data.file}, Minos ${data.minos}\n\n${witness.text.trimEnd()}\n`;
    }

    /* The transactions of a witness, one EDN map a line; those that have none are left out. */
    function witnessEdn(witness) {
        return witness.transactions.map((txn) => txn.edn).filter(Boolean).join('\n')
            + (witness.transactions.some((txn) => txn.edn) ? '\n' : '');
    }

    return {
        verdictWords, stateWords, outcomeWord, formatCount, plural, formatNs, enumerate,
        checkedFacts, verdictMeaning, untested, modelReason, anomalyAddress, keyAddress, resolve,
        modelTarget, witnessText, witnessEdn, processName,
    };
})();

if (typeof module !== 'undefined') {
    module.exports = MinosModel;
}
