// Phone and desktop, light and dark, print. The page never scrolls sideways,
// texts have enough contrast, and printing hides no content.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, open, phone, screenshot } from './support/browser.mjs';
import { faintTexts, shadeContrast } from './support/contrast.mjs';
import { recorded } from './support/histories.mjs';
import { report } from './support/minos.mjs';
import { assertNoSidewaysScroll, dataOf, showWitness } from './support/walk.mjs';

const made = report('screens', recorded());

// Scrolls by the height of the window, so that lazily rendered content is present.
async function scrollThrough(page, each) {
    const height = page.viewportSize().height;
    for (let top = 0; ; top += height) {
        const end = await page.evaluate((y) => {
            window.scrollTo({ top: y, behavior: 'instant' });
            return document.scrollingElement.scrollHeight;
        }, top);
        await each();
        if (top + height >= end) {
            return;
        }
    }
}

for (const [size, viewport] of Object.entries({ phone, desk })) {
    for (const colorScheme of ['light', 'dark']) {
        test(`${size}, ${colorScheme}`, async () => {
            const { page, close } = await open(made.page, { viewport, colorScheme });
            await screenshot(page, `screen-${size}-${colorScheme}`, { fullPage: true });
            await page.evaluate(() => [...document.querySelectorAll('details')].slice(0, 3)
                .forEach((node) => { node.open = true; }));
            const faint = new Set();
            await scrollThrough(page, async () => {
                (await faintTexts(page)).forEach((text) => faint.add(text));
                await assertNoSidewaysScroll(page);
            });
            assert.deepEqual([...faint], [], 'texts that are hard to read');
            await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
            await page.getByRole('button', { name: 'Show all models' }).click();
            await assertNoSidewaysScroll(page);
            assert.deepEqual(await faintTexts(page), [], 'texts that are hard to read');
            await screenshot(page, `screen-${size}-${colorScheme}-models`);
            await close();
        });
    }
}

test('highlighted elements stay readable', async () => {
    for (const colorScheme of ['light', 'dark']) {
        // High enough that the head of the page does not cover the picture.
        const viewport = { ...desk, height: 1600 };
        const { page, close } = await open(made.page, { viewport, colorScheme });
        const data = await dataOf(page);
        const panel = await showWitness(page, data.anomalies[0], 0);
        const sentence = panel.locator('.sentence').last();
        await sentence.hover();
        const lit = await page.evaluate(() => [...document.querySelectorAll('.lit')]
            .map((node) => getComputedStyle(node).opacity));
        assert.ok(lit.length > 0 && lit.every((opacity) => opacity === '1'));
        await screenshot(panel, `lit-${colorScheme}`);
        await close();
    }
});

// 3 is the bound of WCAG for the outlines of graphics.
test('faults are visible in both themes, in charts and in timelines', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const { page, close } = await open(made.page, { colorScheme });
        const data = await dataOf(page);
        for (const anomaly of data.anomalies) {
            const place = anomaly.witnesses.findIndex((w) => /class='shade/.test(w.timeline));
            await showWitness(page, anomaly, Math.max(place, 0));
        }
        assert.ok(await page.locator('.timeline .shade').count() > 0, 'faults in timelines');
        const { fill, outline, count } = await shadeContrast(page);
        assert.ok(count > 6, 'and in charts');
        assert.ok(fill >= 1.25, `${colorScheme}: contrast ${fill.toFixed(2)}`);
        assert.ok(outline >= 3, `${colorScheme}: contrast ${outline.toFixed(2)} of the outline`);
        await screenshot(page.locator('#run'), `faults-${colorScheme}`);
        await screenshot(page.locator('section.timeline:has(.shade)').first(),
            `fault-timeline-${colorScheme}`);
        await close();
    }
});

test('a window narrower than a phone', async () => {
    const { page, close } = await open(made.page, { viewport: { width: 320, height: 600 } });
    await assertNoSidewaysScroll(page);
    await screenshot(page, 'screen-320', { fullPage: true });
    await close();
});

// Inside the page: scrolls the picture to an end and lists what its window cuts off.
function cutOff({ id, end }) {
    const frame = document.getElementById(id).querySelector('.timeline .window');
    const picture = frame.querySelector('svg');
    frame.scrollLeft = end ? frame.scrollWidth : 0;
    frame.dispatchEvent(new Event('scroll'));
    const outer = frame.getBoundingClientRect();
    const inner = picture.getBoundingClientRect();
    const cut = [];
    const expect = (met, what) => met || cut.push(what);
    expect(outer.left >= 0 && outer.right <= window.innerWidth, 'the window is off the screen');
    expect(inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1, 'above or below');
    expect(end ? inner.right <= outer.right + 1 : inner.left >= outer.left - 1, 'at the side');
    expect(frame.classList.contains('more-left') === end
        && frame.classList.contains('more-right') === !end, 'marks of the edges');
    for (const text of picture.querySelectorAll('text')) {
        const box = text.getBoundingClientRect();
        expect(box.left >= inner.left - 1 && box.right <= inner.right + 1
            && box.bottom <= inner.bottom + 1, `text outside the picture: ${text.textContent}`);
    }
    for (const name of picture.querySelectorAll('.lane-name')) {
        const box = name.getBoundingClientRect();
        expect(box.left >= outer.left && box.right <= outer.right, name.textContent);
    }
    return cut;
}

test('a timeline on a phone scrolls to both ends, and the names of lanes stay', async () => {
    const viewport = { width: 360, height: 640 };
    const { page, close } = await open(made.page, { viewport, hasTouch: true });
    const data = await dataOf(page);
    let wide = 0;
    for (const anomaly of data.anomalies) {
        const { id } = anomaly.witnesses[0];
        await showWitness(page, anomaly, 0);
        await page.waitForFunction((w) => document.getElementById(w)
            .querySelector('.timeline .window').classList.contains('more-right'), id);
        for (const end of [true, false]) {
            assert.deepEqual(await page.evaluate(cutOff, { id, end }), [], `${id}, end: ${end}`);
        }
        wide++;
        await assertNoSidewaysScroll(page);
    }
    assert.ok(wide > 2, 'wider than the screen');
    await screenshot(page, 'timeline-phone');
    await close();
});

test('the theme can be chosen', async () => {
    const { page, close } = await open(made.page, { colorScheme: 'light' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.locator('#theme').click();
    assert.notEqual(await paper(), light);
    await page.locator('#theme').click();
    assert.equal(await paper(), light);
    await close();
});

test('printed', async () => {
    const { page, close } = await open(made.page);
    const data = await dataOf(page);
    await page.emulateMedia({ media: 'print' });
    await page.waitForFunction(() =>
        [...document.querySelectorAll('details')].every((node) => node.open));
    for (const selector of ['#headline', '.because', '.models-picture svg', '.overview',
        '.timeline svg', '.proof', '.transactions', '.versions', '.charts svg']) {
        assert.ok(await page.locator(selector).first().isVisible(), `${selector} is printed`);
    }
    const witnesses = data.anomalies.flatMap((anomaly) => anomaly.witnesses);
    assert.ok(witnesses.length > data.anomalies.length, 'some are behind a tab');
    for (const { id, proof } of witnesses) {
        const panel = page.locator(`[id="${id}"]`);
        assert.ok(await panel.locator('.timeline svg').isVisible(), `the timeline of ${id}`);
        assert.ok(await panel.getByText(proof.at(-1).text).isVisible(), `the proof of ${id}`);
    }
    assert.deepEqual(await page.locator('button:visible:not(.transaction-name)')
        .allTextContents(), [], 'buttons');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
    await screenshot(page, 'paper', { fullPage: true });
    const file = await page.pdf({ format: 'A4' });
    assert.ok(file.length > 1000);
    await page.emulateMedia({ media: 'screen' });
    const left = page.locator('.witness:visible');
    assert.equal(await left.count(), data.anomalies.length, 'one of each anomaly, as before');
    await close();
});
