// The pictures of a witness show what proves it, and nothing that distracts from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { report, simulated } from './support/minos.mjs';
import { dataOf, showWitness } from './support/walk.mjs';

test('a lost write: one arrow to each of a few reads that miss it', async () => {
    const lost = report('lost-write', simulated('lost-write.edn', '-n', 400, '-k', 6, '--seed', 3,
        '-b', 'lost-write-on-crash', '--key-distribution', 'uniform'));
    const { page, close } = await open(lost.page);
    const data = await dataOf(page);
    const anomaly = data.anomalies.find((a) => a.name === 'lost-write');
    const panel = await showWitness(page, anomaly, 0);
    const witness = anomaly.witnesses[0];
    const [{ element }] = lost.results.anomalies['lost-write'].witnesses;
    const writer = witness.steps[0].from;
    const reads = new Set(witness.steps.map((step) => step.to));
    assert.equal(reads.size, witness.steps.length, 'one arrow for each read');
    assert.equal(reads.size, witness.transactions.length - 1);
    assert.ok(reads.size >= 2 && reads.size <= 4, `${reads.size} reads`);
    for (const [place, step] of witness.steps.entries()) {
        assert.equal(step.from, writer);
        const arrow = panel.locator(`.timeline [data-step="${place}"] .label`);
        assert.equal(await arrow.textContent(), `${element} missing`);
        const read = witness.transactions[step.to].mops[step.to_mop];
        assert.match(read.shown, /^\[:r /);
        assert.ok(read.matters);
    }
    assert.equal(await panel.locator('.timeline .step .arrow').count(), reads.size);
    await screenshot(panel, 'lost-write');
    await close();
});
