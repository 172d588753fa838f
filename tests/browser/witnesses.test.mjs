// The pictures of a witness show what proves it, and nothing that distracts from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { golden, report, simulated, written } from './support/minos.mjs';
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

// T1, T2, ... by the position of their invocation. A cycle leads back at some step.
test('transactions are numbered by time, the same in every part and file', async () => {
    const named = golden().find(({ name }) => name === 'g2-item-three-yes.edn');
    for (const made of [report('numbers', named.path, named.args),
        report('numbers-sim', simulated('numbers.edn', '-n', 800, '-i', 'read-committed',
            '--seed', 2))]) {
        const { page, close } = await open(made.page);
        const data = await dataOf(page);
        let back = 0;
        for (const anomaly of data.anomalies) {
            for (const [place, witness] of anomaly.witnesses.entries()) {
                const { transactions, steps } = witness;
                assert.deepEqual(transactions.map((txn) => txn.id),
                    transactions.map((_, i) => `T${i + 1}`));
                const invoked = transactions.map((txn) => txn.invoke);
                assert.deepEqual(invoked, invoked.toSorted((a, b) => a - b), witness.id);
                const saved = made.results.anomalies[anomaly.name].witnesses[place];
                assert.deepEqual(saved.transactions.map(({ id, index }) => [id, index]),
                    transactions.map(({ id, index }) => [id, index]));
                assert.deepEqual(saved.steps.map(({ from, to }) => [from, to]), witness.cycle
                    ? steps.map(({ from, to }) => [`T${from + 1}`, `T${to + 1}`]) : []);
                back += witness.cycle && steps.some(({ from, to }) => to < from) ? 1 : 0;
                transactions.forEach(({ id, index }) => assert.match(witness.text,
                    new RegExp(`^  ${id} = {:index ${index},`, 'm')));
            }
        }
        assert.ok(back > 0);
        const panel = await showWitness(page, data.anomalies[0], 0);
        const first = data.anomalies[0].witnesses[0].transactions;
        assert.deepEqual(await panel.locator('.transaction-name').allTextContents(),
            first.map((txn) => txn.id));
        await close();
    }
});

// Each transaction reads what the one before wrote, in an order unlike that of the invocations.
test('a cycle that does not fit into the page: what is missing is said', async () => {
    const count = 500;
    const lines = [];
    const mops = (i, seen) => `[[:append ${i} 1] [:r ${(i + count - 1) % count} ${seen}]]`;
    const op = (type, i, seen) => lines.push(
        `{:type ${type}, :process ${i}, :value ${mops(i, seen)}}`);
    for (let i = 0; i < count; i++) {
        op(':invoke', (i * 7) % count, 'nil');
    }
    for (let i = 0; i < count; i++) {
        op(':ok', i, '[1]');
    }
    const { page: file } = report('long', written('long.edn', lines.join('\n') + '\n'));
    const { page, close } = await open(file);
    const data = await dataOf(page);
    const panel = await showWitness(page, data.anomalies[0], 0);
    const witness = data.anomalies[0].witnesses[0];
    const shown = await panel.locator('.proof .sentence').count();
    assert.ok(shown > 20, `${shown} sentences`);
    const text = await panel.textContent();
    assert.ok(text.includes(`${count - witness.transactions.length} transactions more`));
    assert.ok(text.includes(`${witness.more_lines} sentences more`));
    for (const name of ['Next step', 'Previous step', 'Previous step']) {
        await panel.getByRole('button', { name }).click();
        await page.waitForFunction(() => /T\d+ to T\d+/
            .test(document.getElementById('announcements').textContent));
    }
    await close();
});

test('lanes and transactions say on which node they ran', async () => {
    const op = (type, process, node, mop) => (
        `{:type ${type}, :process ${process}, :node "${node}", :value [[${mop}]]}`);
    const lines = [op(':invoke', 0, 'n1', ':append :x 1'), op(':ok', 0, 'n1', ':append :x 1'),
        op(':invoke', 1, 'n2', ':r :x nil'), op(':ok', 1, 'n2', ':r :x []'),
        op(':invoke', 0, 'n1', ':r :x nil'), op(':ok', 0, 'n1', ':r :x [1]')];
    const { page: file } = report('nodes', written('nodes.edn', lines.join('\n') + '\n'));
    const { page, close } = await open(file);
    const data = await dataOf(page);
    const panel = await showWitness(page, data.anomalies[0], 0);
    const names = ['process 0 on n1', 'process 1 on n2'];
    assert.deepEqual(await panel.locator('.timeline .lane-name').allTextContents(), names);
    const facts = await panel.locator('.transaction .facts').allTextContents();
    names.forEach((name, i) => assert.ok(facts[i].includes(name), facts[i]));
    await close();
});
