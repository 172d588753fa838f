// Each section of the page works: verdicts of every kind, expanding lists, texts to copy, URL
// fragments, versions of keys, the run with its faults, and the other files of the report.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { faintTexts } from './support/contrast.mjs';
import { recorded } from './support/histories.mjs';
import { golden, report, simulated, written } from './support/minos.mjs';
import { assertNoSidewaysScroll, dataOf, showWitness } from './support/walk.mjs';

const run = report('recorded', recorded());
const named = (name) => golden().find((history) => history.name === name);
const reportOf = (name) => report(name, named(name).path, named(name).args);

// ---- Verdicts ----------------------------------------------------------------------------------

test('a valid history: what the verdict means', async () => {
    const valid = report('valid', simulated('valid.edn', '-n', 300, '--seed', 5));
    assert.equal(valid.status, 0);
    const { page, close } = await open(valid.page);
    assert.match(await page.locator('.stamp').textContent(), /valid/i);
    assert.match(await page.locator('#verdict').textContent(), /this history/);
    assert.equal(await page.locator('#anomalies').count(), 0);
    assert.equal(await page.locator('.models-picture .model.ruled-out').count(), 0);
    await assertNoSidewaysScroll(page);
    await screenshot(page, 'valid', { fullPage: true });
    await close();
});

test('an unknown history: the reason', async () => {
    for (const history of golden().filter((h) => h.expect === 'unknown')) {
        const { page: file, status } = report(history.name, history.path, history.args);
        assert.equal(status, 2);
        const { page, close } = await open(file);
        const data = await dataOf(page);
        assert.match(await page.locator('.stamp').textContent(), /unknown/i);
        assert.ok((await page.locator('#verdict').textContent()).includes(data.because));
        await screenshot(page, `unknown-${history.name}`);
        await close();
    }
});

test('a violated history: the headline links to the witness', async () => {
    const { page, close } = await open(run.page);
    const data = await dataOf(page);
    assert.equal(await page.locator('h1').textContent(), data.headline);
    const text = await page.locator('#verdict').textContent();
    for (const part of [data.because, ...data.asked, ...data.remaining]) {
        assert.ok(text.includes(part), part);
    }
    await page.getByRole('link', { name: 'Show the first witness' }).click();
    const first = data.anomalies[0].witnesses[0];
    await page.locator(`[id="${first.id}"] .witness-body`).waitFor();
    await close();
});

test('the ladder: hovering shows the reason, a click the witness', async () => {
    const { page, close } = await open(run.page);
    const data = await dataOf(page);
    const states = await page.locator('.models-picture .model')
        .evaluateAll((nodes) => nodes.map((node) => (
        { id: node.dataset.model, text: node.textContent, classes: node.getAttribute('class') })));
    assert.ok(states.length >= 8);
    for (const { id, text, classes } of states) {
        const model = data.models.find((m) => m.id === id);
        assert.match(classes, new RegExp(`\\b${model.state}\\b`));
        assert.match(text, /[✗●✓◐?]/, 'not by colour alone');
    }
    const model = page.locator('.models-picture .model.ruled-out').first();
    await model.hover();
    const { by, name, witness } = data.models.find((m) => m.id === states[0].id);
    const panel = await page.locator('.models-panel').textContent();
    assert.ok(panel.includes(name) && panel.includes(by));
    await model.click();
    await page.locator(`[id="${witness}"] .witness-body`).waitFor();
    assert.equal(decodeURIComponent(new URL(page.url()).hash), `#${witness}`);
    await close();
});

// ---- Witnesses ----------------------------------------------------------------------------------

test('lists that are cut unfold', async () => {
    const { page, close } = await open(run.page);
    const data = await dataOf(page);
    const cut = data.anomalies.flatMap((anomaly) => anomaly.witnesses.map((witness, place) => (
        { anomaly, witness, place }))).find(({ witness }) => witness.transactions
        .some((txn) => txn.mops.some((mop) => mop.full)));
    assert.ok(cut, 'some list is long');
    const panel = await showWitness(page, cut.anomaly, cut.place);
    const { shown, full } = cut.witness.transactions.flatMap((txn) => txn.mops)
        .find((mop) => mop.full);
    const row = panel.locator('.operation', { hasText: shown }).first();
    await row.getByRole('button').click();
    assert.ok((await panel.locator('.transactions').textContent()).includes(full));
    await close();
});

test('copy as text, as EDN, as a link', async () => {
    const { page, context, close } = await open(run.page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const data = await dataOf(page);
    const witness = data.anomalies[0].witnesses[0];
    const panel = await showWitness(page, data.anomalies[0], 0);
    const copied = async (label) => {
        await panel.getByRole('button', { name: label }).click();
        await page.waitForFunction(() =>
            document.getElementById('announcements').textContent.includes('copied'));
        return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.ok((await copied('Copy text')).includes(witness.text.trimEnd()));
    assert.ok((await copied('Copy EDN')).includes(witness.transactions[0].edn));
    const address = await copied('Copy link');
    assert.ok(address.endsWith(`#${witness.id}`));
    await close();
});

test('a URL fragment opens its witness, anomaly or key', async () => {
    const { page, close } = await open(run.page);
    const data = await dataOf(page);
    const last = data.anomalies[data.anomalies.length - 1];
    const witness = last.witnesses[last.witnesses.length - 1];
    for (const id of [witness.id, `anomaly-${last.name}`, 'key-0', 'run', 'models']) {
        await page.evaluate((hash) => { location.hash = hash; }, id);
        await page.waitForFunction((target) => {
            const box = document.getElementById(target).getBoundingClientRect();
            return box.height > 0 && box.top < window.innerHeight && box.bottom > 0;
        }, id);
    }
    assert.ok(await page.locator('#key-0 .versions').isVisible(), 'the key unfolds');
    await page.goBack();
    await close();
});

test('buttons and the wheel zoom the timeline', async () => {
    const { page, close } = await open(run.page);
    const data = await dataOf(page);
    const panel = await showWitness(page, data.anomalies[0], 0);
    const picture = panel.locator('.timeline svg');
    const width = async () => (await picture.boundingBox()).width;
    const before = await width();
    await panel.getByRole('button', { name: /enlarge|zoom in|larger/i }).first().click();
    const larger = await width();
    assert.ok(larger > before);
    await picture.hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await page.waitForFunction((least) => document.querySelector('.timeline svg')
        .getBoundingClientRect().width > least, larger);
    await panel.getByRole('button', { name: /fit|whole/i }).first().click();
    assert.ok(await width() <= before + 1);
    await close();
});

// ---- Keys and the run ---------------------------------------------------------------------------

test('versions of a key, and where its reads diverge', async () => {
    const { page: file } = reportOf('incompatible-order-yes.edn');
    const { page, close } = await open(file, { anchor: '#key-0' });
    const data = await dataOf(page);
    const key = page.locator('#key-0');
    assert.ok(await key.locator('.versions tbody tr').count() >= data.keys[0].versions.length);
    assert.equal(await key.locator('.disputed tbody tr').count(), data.keys[0].disputed.length);
    assert.ok(await key.locator('mark').count() > 0, 'where it departs is marked');
    await screenshot(key, 'key');
    await close();
});

test('a key with one version names its writer and which reads miss it', async () => {
    const { page: file } = reportOf('lost-write-yes.edn');
    const { page, close } = await open(file, { anchor: '#key-0' });
    const text = await page.locator('#key-0').textContent();
    assert.match(text, /1 was written by index 2, process 0\./);
    assert.match(text, /It was read by index 3, process 3\./);
    assert.match(text, /without 1, was read by index 7, process 2 and index 5, process 1\./);
    assert.doesNotMatch(text, /Order:/, 'one version has no order');
    await screenshot(page.locator('#key-0'), 'key-one-version');
    await close();
});

test('faults are shaded and named', async () => {
    const { page, close } = await open(run.page);
    const data = await dataOf(page);
    assert.equal(data.faults_total, 3);
    const charts = page.locator('.charts');
    await charts.scrollIntoViewIfNeeded();
    assert.equal(await charts.locator('.chart').count(), 2);
    assert.equal(await charts.locator('.chart-faults rect').count(), 6);
    const words = await page.locator('#run').textContent();
    assert.match(words, /start-partition "n1 \| n2 n3", ended after 12\.3 s/);
    assert.match(words, /n2 killed, restarted after 4\.2 s/);
    await charts.locator('.chart').first().hover();
    assert.match(await page.locator('.readout').textContent(), /\d+(\.\d+)? s:/);
    await screenshot(page.locator('#run'), 'run');
    let shaded = 0;
    for (const anomaly of data.anomalies) {
        shaded += anomaly.witnesses.filter((w) => /class='fault/.test(w.timeline)).length;
    }
    assert.ok(shaded > 0, 'some witness happened during a fault');
    await close();
});

// ---- The files beside the page ------------------------------------------------------------------

test('picture files, in both themes', async () => {
    const folders = readdirSync(run.folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory());
    const pictures = folders.flatMap(({ name }) => readdirSync(join(run.folder, name))
        .filter((file) => file.endsWith('.svg')).slice(0, 2)
        .map((file) => join(run.folder, name, file)));
    pictures.push(join(run.folder, 'models.svg'));
    assert.ok(pictures.length > 4);
    const { page, go, close } = await open(run.page);
    for (const [place, file] of pictures.entries()) {
        await page.emulateMedia({ colorScheme: place % 2 === 0 ? 'light' : 'dark' });
        await go(file);
        assert.equal(await page.evaluate(() => document.documentElement.localName), 'svg', file);
        const box = await page.evaluate(() => document.documentElement.getBBox().width);
        assert.ok(box > 50);
        await screenshot(page, `file-${place}`);
    }
    await close();
});

test('a page for each key with contradicting reads', async () => {
    const { folder } = reportOf('incompatible-order-yes.edn');
    const pages = readdirSync(join(folder, 'incompatible-order'))
        .filter((name) => name.endsWith('.html'));
    assert.ok(pages.length > 0);
    for (const colorScheme of ['light', 'dark']) {
        const { page, close } = await open(join(folder, 'incompatible-order', pages[0]),
            { colorScheme });
        assert.match(await page.locator('body').textContent(), /index 7, process 3/);
        assert.ok(await page.locator('mark').count() > 0, 'where it departs is marked');
        assert.deepEqual(await faintTexts(page), [], 'texts that are hard to read');
        await assertNoSidewaysScroll(page);
        await screenshot(page, `disputed-${colorScheme}`);
        await close();
    }
});

test('the page of a list of one element shows both sides and the writers', async () => {
    const write = (index, process, element) => [':invoke', ':ok'].map((type, i) => (
        `{:index ${index + i}, :type ${type}, :process ${process}, `
        + `:value [[:append :x ${element}]]}`));
    const read = (index, process, list) => [[':invoke', 'nil'], [':ok', list]]
        .map(([type, value], i) => (`{:index ${index + i}, :type ${type}, :process ${process}, `
        + `:value [[:r :x ${value}]]}`));
    const lines = [...write(0, 0, 1), ...write(2, 1, 2), ...read(4, 0, '[1]'),
        ...read(6, 1, '[2]')];
    const { folder } = report('one-element', written('one-element.edn', lines.join('\n') + '\n'));
    const path = join(folder, 'incompatible-order', '%3Ax.html');
    const { page, close } = await open(path);
    const rows = await page.locator('tbody tr').evaluateAll((nodes) => nodes.map((row) => (
        [...row.cells].map((cell) => cell.textContent))));
    assert.deepEqual(rows, [['version order', '1'], ['index 5, process 0', '1'],
        ['index 7, process 1', '2'], ['1', 'index 1, process 0', 'index 5, process 0'],
        ['2', 'index 3, process 1', 'no read that agrees']]);
    assert.equal(await page.locator('mark').textContent(), '2');
    await screenshot(page, 'disputed-one-element');
    await close();
});

test('the policy of every page forbids requests', () => {
    const html = readFileSync(run.page, 'utf8');
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)[1];
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
});
