/*
 * model_links.js - which parts of a witness are highlighted together.
 *
 * A witness is shown four times: as a timeline, a ring, sentences and transactions. The same parts
 * occur in all of them: transactions, micro-operations, steps (arrows) and lines (sentences).
 * Given one part, linked() returns all that are highlighted with it:
 *
 *     {step: 1}            an arrow: its ends, the micro-operations it is about, its sentence
 *     {line: 3}            a sentence: its step, or the transactions it names, and between them
 *     {txn: 0}             a transaction: the arrows at it and the sentences about it
 *     {txn: 0, mop: 2}     a micro-operation: the arrows at it, else its transaction
 *
 * Costs are linear in the steps and lines of the witness.
 */
'use strict';

const MinosLinks = (() => {
    /* Also of a transaction that did not fit into the page. */
    const txnName = (txn) => `T${txn + 1}`;
    const mopName = (txn, mop) => `${txn}/${mop}`;

    function emptySet() {
        return { steps: new Set(), txns: new Set(), mops: new Set(), lines: new Set() };
    }

    function isNumber(value) {
        return typeof value === 'number';
    }

    /*
     * For each line, the transactions it is about: those it names. A sentence of a case that names
     * none ("However, it read 5") is about all that were named since the last heading.
     */
    function spokenOf(witness) {
        let named = new Set();
        return witness.proof.map((line) => {
            if (line.kind === 'heading') {
                named = new Set();
            }
            line.transactions.forEach((txn) => named.add(txn));
            return line.kind === 'line' && line.transactions.length === 0 ? Array.from(named)
                : line.transactions;
        });
    }

    /* Adds a step and its two ends. */
    function addStep(set, witness, place) {
        const step = witness.steps[place];
        set.steps.add(place);
        for (const [txn, mop] of [[step.from, step.from_mop], [step.to, step.to_mop]]) {
            set.txns.add(txn);
            if (isNumber(mop)) {
                set.mops.add(mopName(txn, mop));
            }
        }
    }

    function addLinesOfSteps(set, witness) {
        witness.proof.forEach((line, place) => {
            if (isNumber(line.step) && set.steps.has(line.step)) {
                set.lines.add(place);
            }
        });
    }

    /* Sentences of a case are not steps: a link belongs to those that name both of its ends. */
    function addLinesNamingEnds(set, witness) {
        const spoken = spokenOf(witness);
        witness.proof.forEach((line, place) => {
            for (const step of set.steps) {
                const { from, to } = witness.steps[step];
                if (line.kind === 'line' && spoken[place].includes(from)
                    && spoken[place].includes(to)) {
                    set.lines.add(place);
                }
            }
        });
    }

    function addSteps(set, witness, belongs) {
        witness.steps.forEach((step, place) => {
            if (belongs(step)) {
                addStep(set, witness, place);
            }
        });
    }

    function linkedToSteps(set, witness) {
        addLinesOfSteps(set, witness);
        if (!witness.cycle) {
            addLinesNamingEnds(set, witness);
        }
        return set;
    }

    function linkedToLine(witness, place) {
        const set = emptySet();
        const line = witness.proof[place];
        const spoken = new Set(spokenOf(witness)[place]);
        if (isNumber(line.step) && line.step < witness.steps.length) {
            addStep(set, witness, line.step);
            linkedToSteps(set, witness);
        } else if (line.kind === 'line') {
            addSteps(set, witness, (step) => spoken.has(step.from) && spoken.has(step.to));
        }
        spoken.forEach((txn) => set.txns.add(txn));
        set.lines.add(place);
        return set;
    }

    function linkedToTxn(witness, txn) {
        const set = emptySet();
        witness.steps.forEach((step, place) => {
            if (step.from === txn || step.to === txn) {
                set.steps.add(place);
                if (step.from === txn && isNumber(step.from_mop)) {
                    set.mops.add(mopName(txn, step.from_mop));
                }
                if (step.to === txn && isNumber(step.to_mop)) {
                    set.mops.add(mopName(txn, step.to_mop));
                }
            }
        });
        set.txns.add(txn);
        const spoken = spokenOf(witness);
        witness.proof.forEach((line, place) => {
            if (spoken[place].includes(txn)
                || (isNumber(line.step) && set.steps.has(line.step))) {
                set.lines.add(place);
            }
        });
        return set;
    }

    function linkedToMop(witness, txn, mop) {
        const set = emptySet();
        addSteps(set, witness, (step) => (step.from === txn && step.from_mop === mop)
            || (step.to === txn && step.to_mop === mop));
        if (set.steps.size === 0) {
            const whole = linkedToTxn(witness, txn);
            whole.mops.add(mopName(txn, mop));
            return whole;
        }
        return linkedToSteps(set, witness);
    }

    function linked(witness, thing) {
        if (isNumber(thing.line)) {
            return linkedToLine(witness, thing.line);
        }
        if (isNumber(thing.step)) {
            const set = emptySet();
            addStep(set, witness, thing.step);
            return linkedToSteps(set, witness);
        }
        return isNumber(thing.mop) ? linkedToMop(witness, thing.txn, thing.mop)
            : linkedToTxn(witness, thing.txn);
    }

    /* A sentence about a step is that step: pinning one pins the other. */
    function canonical(witness, thing) {
        const step = isNumber(thing.line) ? witness.proof[thing.line].step : null;
        return isNumber(step) && step < witness.steps.length ? { step } : thing;
    }

    function same(a, b) {
        return Boolean(a && b) && a.step === b.step && a.line === b.line && a.txn === b.txn
            && a.mop === b.mop;
    }

    /* The step after (by 1) or before (by -1) a thing, around the cycle; null without steps. */
    function stepBeside(witness, thing, by) {
        const count = witness.steps.length;
        if (count === 0) {
            return null;
        }
        const now = thing && isNumber(thing.step) ? thing.step : null;
        if (now === null) {
            return { step: by > 0 ? 0 : count - 1 };
        }
        return { step: (now + by + count) % count };
    }

    /*
     * The lines of a proof that are shown, by place. Lines that define a transaction are omitted,
     * because the list of transactions shows more; so is a heading without lines below it.
     */
    function shownLines(witness) {
        const shown = [];
        let heading = null;
        witness.proof.forEach((line, place) => {
            if (line.kind === 'heading') {
                heading = place;
            } else if (line.kind !== 'let' || line.transactions.length === 0) {
                if (heading !== null) {
                    shown.push(heading);
                    heading = null;
                }
                shown.push(place);
            }
        });
        return shown;
    }

    /* The highlighted part as text for screen readers. */
    function describe(witness, thing) {
        if (isNumber(thing.step)) {
            const step = witness.steps[thing.step];
            return `Step ${thing.step + 1} of ${witness.steps.length}, ${txnName(step.from)} to `
                + `${txnName(step.to)}: ${step.label}${step.text ? `. ${step.text}` : ''}`;
        }
        if (isNumber(thing.line)) {
            return witness.proof[thing.line].text;
        }
        const txn = witness.transactions[thing.txn];
        return isNumber(thing.mop) ? `${txn.id}: ${txn.mops[thing.mop].shown}` : txn.id;
    }

    return { linked, canonical, same, stepBeside, shownLines, describe, txnName, mopName };
})();

if (typeof module !== 'undefined') {
    module.exports = MinosLinks;
}
