// Histories recorded from real databases (tests/data): thousands of transactions and every kind of
// witness found in them. Each page is below 2 MB, opens, and shows every witness.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { open, phone, screenshot } from './support/browser.mjs';
import { databases, report } from './support/minos.mjs';
import { assertNoSidewaysScroll, showWitness, walkWitnesses } from './support/walk.mjs';

for (const { name, path } of databases()) {
    test(name, async () => {
        const { page: file, results, status } = report(name, path);
        assert.ok(statSync(file).size < 2e6, 'below 2 MB');
        const { page, close } = await open(file);
        await screenshot(page, `${name}-top`);
        const data = await walkWitnesses(page);
        assert.equal(data.verdict, ['valid', 'violated', 'unknown'][status]);
        assert.deepEqual(data.anomalies.map((a) => a.name).sort(),
            [...results.anomaly_types].sort());
        await assertNoSidewaysScroll(page);
        if (data.anomalies.length > 0) {
            await screenshot(await showWitness(page, data.anomalies[0], 0), `${name}-witness`);
        }
        await page.setViewportSize(phone);
        await page.evaluate(() => window.scrollTo(0, 0));
        await assertNoSidewaysScroll(page);
        await screenshot(page, `${name}-phone`);
        await close();
    });
}
