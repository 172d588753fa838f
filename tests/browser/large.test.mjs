// With thousands of witnesses, the page stays below 2 MB and opens quickly.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { report, simulated } from './support/minos.mjs';
import { assertNoSidewaysScroll, dataOf, showWitness } from './support/walk.mjs';

const megabytes = 1e6;
// A generous limit: an idle machine needs 100 ms.
const patience_ms = 5000;

test('thousands of witnesses', async () => {
    const history = simulated('large.edn', '-n', 1500, '-i', 'read-uncommitted',
        '-b', 'duplicate-append', '-b', 'garbage-read',
        '--abort-rate', '0.1', '--max-length', 8, '--max-writes-per-key', 200);
    const { page: file, results } = report('large', history, ['--max-witnesses', '1000']);
    const found = Object.values(results.anomalies).reduce((sum, a) => sum + a.count, 0);
    assert.ok(found > 1000, `${found} found`);
    assert.ok(statSync(file).size < 2 * megabytes);
    const { page, close } = await open(file);
    const loaded_ms = await page.evaluate(() =>
        performance.getEntriesByType('navigation')[0].loadEventEnd);
    assert.ok(loaded_ms < patience_ms, `opens in ${loaded_ms} ms`);
    console.log(`${found} anomalies, ${statSync(file).size} bytes, ` +
        `load event after ${Math.round(loaded_ms)} ms`);
    const data = await dataOf(page);
    assert.ok(data.left_out.witnesses > 0);
    assert.match(await page.locator('#verdict').textContent(), /results\.json/,
        'says what it left out');
    const last = data.anomalies[data.anomalies.length - 1];
    await showWitness(page, last, last.witnesses.length - 1);
    await assertNoSidewaysScroll(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await screenshot(page, 'large');
    await close();
});
