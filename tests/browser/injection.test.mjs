// Strings of a history are shown as text, never as markup: keys, elements, errors, faults, the name
// of the file, in the page, in its pictures, in the pictures' files and in the pages of keys.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { hostile, traps } from './support/histories.mjs';
import { report } from './support/minos.mjs';
import { dataOf, showWitness, walkWitnesses } from './support/walk.mjs';

const made = report('hostile', hostile(), ['--max-witnesses', '100']);

// Elements and attributes that no page of Minos has.
function intruders() {
    const foreign = 'img, iframe, object, embed, base, form, script:not([id])';
    const wrong = [...document.querySelectorAll(foreign)]
        .map((node) => node.outerHTML.slice(0, 80));
    for (const node of document.querySelectorAll('*')) {
        for (const { name, value } of node.attributes) {
            if (name.startsWith('on') || name === 'srcdoc' || /^\s*javascript:/.test(value)) {
                wrong.push(`${node.localName} ${name}=${value}`);
            }
        }
    }
    return { wrong, hacked: window.hacked };
}

async function assertUnharmed(page, scripts) {
    const { wrong, hacked } = await page.evaluate(intruders);
    assert.equal(hacked, undefined);
    assert.equal(wrong.filter((text) => text.startsWith('<script')).length, scripts,
        'its own script');
    assert.deepEqual(wrong.filter((text) => !text.startsWith('<script')), []);
}

// As it is written in a history: quotes escaped, and what cannot be printed.
const visible = (text) => text.replace(/["\\]/g, '\\$&');

test('in the page', async () => {
    const { page, close } = await open(made.page);
    await walkWitnesses(page);
    await page.evaluate(() =>
        document.querySelectorAll('details').forEach((node) => { node.open = true; }));
    for (const button of await page.getByRole('button', { name: 'show all' }).all()) {
        await button.click();
    }
    await page.keyboard.press('Tab');
    await assertUnharmed(page, 1);
    const text = await page.evaluate(() => document.querySelector('main').textContent);
    for (const trap of traps.filter((t) => /^[ -~]*$/.test(t))) {
        assert.ok(text.includes(visible(trap)), `shown as it is: ${trap}`);
    }
    assert.match(await page.title(), /<\/script><img src=x onerror=window\.hacked=1>\.edn/);
    const data = await dataOf(page);
    assert.equal(data.anomalies.find((a) => a.name === 'G1a').count, traps.length);
    await screenshot(await showWitness(page, data.anomalies[0], 0), 'hostile-witness');
    await screenshot(page.locator('#keys'), 'hostile-keys');
    await close();
});

test('in the fragment of the URL', async () => {
    for (const anchor of ['#</script>', '#%3Cimg%20src=x%20onerror=window.hacked=1%3E', '#%',
        '#__proto__']) {
        const { page, close } = await open(made.page, { anchor });
        await assertUnharmed(page, 1);
        await close();
    }
});

test('in the other files of the report', async () => {
    const { page, go, close } = await open(join(made.folder, 'models.svg'));
    for (const folder of ['G1a', 'G-single-item', 'incompatible-order']) {
        const where = join(made.folder, folder);
        const files = readdirSync(where).filter((name) => /\.(svg|html)$/.test(name));
        assert.ok(files.length > 0);
        for (const name of files) {
            await go(join(where, name));
            await assertUnharmed(page, 0);
        }
    }
    await close();
});
