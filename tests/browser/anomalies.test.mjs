// A page for each class of anomaly in the golden histories: every witness is complete, linked
// elements are highlighted together, and nothing is written to the console.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { golden, report } from './support/minos.mjs';
import { assertNoSidewaysScroll, walkWitnesses } from './support/walk.mjs';

// For each anomaly the history named for it, else the first that shows it.
function examples() {
    const chosen = new Map();
    for (const history of golden().filter((h) => h.expect === 'false')) {
        for (const anomaly of history.anomalies) {
            if (!chosen.has(anomaly) || history.name === `${anomaly.toLowerCase()}-yes.edn`) {
                chosen.set(anomaly, history);
            }
        }
    }
    return chosen;
}

const chosen = examples();
let window = null; // one for all: there are many, and a new one takes longer than a page

test('most anomalies of the catalog have a history', () => assert.ok(chosen.size >= 30));

for (const [anomaly, history] of chosen) {
    test(`${anomaly}: ${history.name}`, async () => {
        const { page: file } = report(`anomaly-${anomaly}`, history.path, history.args);
        window ??= await open(file);
        await window.go(file, `#${anomaly}-1`);
        const { page } = window;
        const panel = page.locator(`[id="${anomaly}-1"]`);
        await panel.locator('.witness-body').waitFor();
        assert.ok(await panel.isVisible(), 'the anchor shows the witness');
        await screenshot(panel, `anomaly-${anomaly}`);
        const data = await walkWitnesses(page);
        assert.ok(data.anomalies.some((a) => a.name === anomaly));
        await assertNoSidewaysScroll(page);
    });
}

test('nothing was written to the console', () => window.close());
