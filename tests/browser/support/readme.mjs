// readme.mjs - the pictures of the README, for scripts/screenshots.sh.
//
// They show the verdict, the proof of an anomaly, and the run
// it happened in. Wide enough to read in a README, small enough for a repository.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { open } from './browser.mjs';
import { recorded } from './histories.mjs';
import { report, simulated, source } from './minos.mjs';
import { dataOf, showWitness } from './walk.mjs';

const most_bytes = 200000;

async function keep(page, name, clip) {
    const path = join(source, 'docs/images', `${name}.png`);
    await page.screenshot({ path, clip });
    assert.ok(statSync(path).size < most_bytes, `${name} is ${statSync(path).size} bytes`);
}

// The box of an element in the page, with a margin.
async function around(locator, air = 16) {
    const box = await locator.boundingBox();
    return { x: box.x - air, y: box.y - air, width: box.width + 2 * air,
        height: box.height + 2 * air };
}

const skewed = report('readme-skew',
    simulated('snapshot.edn', '-i', 'strong-snapshot-isolation', '-n', 3000,
    '--seed', 4));
const faulty = report('readme-run', recorded('partitions.edn', 4000));

test('the verdict and the ladder', async () => {
    const { page, close } = await open(skewed.page, { viewport: { width: 1120, height: 1250 } });
    await keep(page, 'verdict');
    await close();
});

test('a witness, with a highlighted sentence', async () => {
    const { page, close } = await open(skewed.page, { viewport: { width: 1120, height: 1600 } });
    const data = await dataOf(page);
    const panel = await showWitness(page, data.anomalies[0], 0);
    await page.evaluate((id) => document.getElementById(id).scrollIntoView(),
        data.anomalies[0].witnesses[0].id);
    await panel.locator('.proof-step .sentence').first().hover();
    await keep(page, 'witness', await around(panel.locator('.witness-body')));
    await close();
});

test('the run and its faults, in the dark theme', async () => {
    const { page, close } = await open(faulty.page, { viewport: { width: 1120, height: 900 },
        colorScheme: 'dark' });
    const run = page.locator('#run');
    await run.scrollIntoViewIfNeeded();
    await run.locator('.chart').first().hover();
    const { y, height } = await around(run, 0);
    await keep(page, 'run', { x: 0, y, width: 1120, height });
    await close();
});
