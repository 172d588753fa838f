// Keyboard only: Tab reaches everything that can be clicked, Enter does what a click
// does, and the focus is visible.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { report, simulated } from './support/minos.mjs';
import { dataOf } from './support/walk.mjs';

const made = report('keyboard',
    simulated('keyboard.edn', '-n', 400, '-b', 'stale-replica:0.05', '--seed', 3));

// The focused element, in a few words.
const focused = (page) => page.evaluate(() => {
    const node = document.activeElement;
    const style = getComputedStyle(node);
    return {
        tag: node.localName,
        id: node.id,
        role: node.getAttribute('role'),
        classes: node.getAttribute('class') ?? '',
        model: node.getAttribute('data-model'),
        line: node.getAttribute('data-line'),
        text: node.textContent.trim().slice(0, 30),
        outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
    };
});

// Presses Tab until the wanted element has the focus; fails after a full round.
async function tabTo(page, what, wanted, limit = 400) {
    for (let i = 0; i < limit; i++) {
        await page.keyboard.press('Tab');
        const here = await focused(page);
        if (here.tag !== 'body') {
            assert.ok(here.outlined, `the focus is seen on ${JSON.stringify(here)}`);
        }
        if (wanted(here)) {
            return here;
        }
    }
    assert.fail(`Tab never reaches ${what}`);
}

test('the first Tab focuses the link to the verdict', async () => {
    const { page, close } = await open(made.page);
    await page.keyboard.press('Tab');
    assert.match((await focused(page)).text, /skip/i);
    assert.ok(await page.locator('.skip')
        .evaluate((node) => node.getBoundingClientRect().left >= 0));
    await page.keyboard.press('Enter');
    assert.equal((await focused(page)).id, 'verdict');
    await close();
});

test('models show the reason and link to their witness', async () => {
    const { page, close } = await open(made.page);
    const data = await dataOf(page);
    const here = await tabTo(page, 'a model', (f) => f.model !== null);
    const model = data.models.find((m) => m.id === here.model);
    assert.match(await page.locator('.models-panel').textContent(), new RegExp(model.name));
    await screenshot(page, 'keyboard-model');
    await tabTo(page, 'a model that is ruled out', (f) => f.model !== null
        && data.models.find((m) => m.id === f.model).state === 'ruled-out');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash !== '');
    const target = decodeURIComponent(await page.evaluate(() => location.hash.slice(1)));
    assert.ok(data.models.some((m) => m.witness === target));
    assert.equal((await focused(page)).id, target, 'the focus goes along');
    await close();
});

test('witnesses, steps and pins', async () => {
    const { page, close } = await open(made.page);
    const data = await dataOf(page);
    const anomaly = data.anomalies.findIndex((a) => a.witnesses.length > 1 && a.witnesses[1].cycle);
    const { name, witnesses } = data.anomalies[anomaly];
    await page.evaluate((id) => { location.hash = id; }, `anomaly-${name}`);
    await page.waitForFunction((id) => document.activeElement.id === id, `anomaly-${name}`);

    await tabTo(page, 'the tabs', (f) => f.role === 'tab');
    await page.keyboard.press('ArrowRight');
    const panel = page.locator(`[id="${witnesses[1].id}"]`);
    assert.ok(await panel.isVisible(), 'the arrow shows the next witness');

    const pinnedStep = () =>
        panel.evaluate((node) => node.querySelector('svg .step.pinned')?.dataset.step);
    const step = await tabTo(page, 'a sentence', (f) => f.line !== null
        && typeof witnesses[1].proof[Number(f.line)].step === 'number');
    assert.ok(await panel.locator('svg .step.lit').count() > 0, 'the focus lights up its arrow');
    await page.keyboard.press('Enter');
    const first = witnesses[1].proof[Number(step.line)].step;
    assert.equal(await pinnedStep(), String(first), 'Enter pins');
    await screenshot(panel, 'keyboard-pinned');
    await page.keyboard.press('ArrowRight');
    assert.equal(await pinnedStep(), String((first + 1) % witnesses[1].steps.length),
        'arrows step');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await pinnedStep(), String(first));
    await page.keyboard.press('Escape');
    assert.equal(await panel.locator('.pinned').count(), 0, 'Escape unpins');
    await close();
});

test('keys zoom and move pictures', async () => {
    const { page, close } = await open(made.page, { anchor: `#${await firstWitness()}` });
    const picture = page.locator('.timeline .window').first();
    await picture.focus();
    const width = () =>
        picture.locator('svg').evaluate((node) => node.getBoundingClientRect().width);
    const before = await width();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    assert.ok(await width() > before, '+ enlarges');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('0');
    assert.ok(await width() <= before + 1, '0 fits');
    await close();
});

async function firstWitness() {
    const { page, close } = await open(made.page);
    const data = await dataOf(page);
    await close();
    return data.anomalies[0].witnesses[0].id;
}
