// walk.mjs - visits every witness of a page and checks what is highlighted.
//
// The page's JSON value (#data) says what it shows; a walk compares the elements with it.
// Hovering is tested twice: by synthetic events, which are fast, for everything in every
// witness, and with the real pointer for the first witness of each anomaly.

import assert from 'node:assert/strict';

export const dataOf = (page) =>
    page.evaluate(() => JSON.parse(document.getElementById('data').textContent));

// Opens a witness by its tab. Returns its element.
export async function showWitness(page, anomaly, place) {
    const section = page.locator(`[id="anomaly-${anomaly.name}"]`);
    await section.scrollIntoViewIfNeeded();
    if (anomaly.witnesses.length > 1) {
        await section.getByRole('tab').nth(place).click();
    }
    const panel = page.locator(`[id="${anomaly.witnesses[place].id}"]`);
    await panel.locator('.witness-body').waitFor();
    return panel;
}

// Inside the page: the same by a synthetic click; returns what is missing from the panel.
function missingParts({ anomaly, place, witness }) {
    const section = document.getElementById(`anomaly-${anomaly}`);
    section.querySelectorAll('[role="tab"]')[place]?.click();
    const panel = document.getElementById(witness.id);
    const wrong = panel.hidden ? ['hidden'] : [];
    const expectCount = (selector, count) => {
        const found = panel.querySelectorAll(selector).length;
        if (found !== count) {
            wrong.push(`${found} ${selector}, expected ${count}`);
        }
    };
    expectCount('.transaction', witness.transactions.length);
    expectCount('.timeline svg', witness.timeline ? 1 : 0);
    expectCount('.ring svg', witness.ring ? 1 : 0);
    if (witness.cycle) {
        expectCount('.proof .proof-step', witness.steps.length);
    } else if (!panel.querySelector('.proof .sentence')) {
        wrong.push('no proof');
    }
    return wrong;
}

// Inside the page: hovers over every linked element and lists what is not highlighted.
function darkLinks({ id, witness }) {
    const panel = document.getElementById(id);
    const wrong = [];
    const all = (selector) => [...panel.querySelectorAll(selector)];
    const point = (node) => node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const expectLit = (nodes, from) => nodes.filter((node) => !node.classList.contains('lit'))
        .forEach((node) => wrong.push(`${from}: ${node.outerHTML.slice(0, 90)}`));
    const txn = (place) => all(`[data-txn="${place}"]:not([data-mop]):not(.near)`);
    const mop = (place, of) =>
        (typeof of === 'number' ? all(`[data-txn="${place}"][data-mop="${of}"]`) : []);
    const ends = (step) => [...txn(step.from), ...txn(step.to), ...mop(step.from, step.from_mop),
        ...mop(step.to, step.to_mop)];

    witness.proof.forEach((line, place) => {
        const sentence = panel.querySelector(`[data-line="${place}"]`);
        if (!sentence) {
            return;
        }
        point(sentence);
        expectLit([sentence], `sentence ${place}`);
        expectLit(line.transactions.flatMap(txn), `sentence ${place}`);
        const step = typeof line.step === 'number' ? witness.steps[line.step] : null;
        if (!step) {
            return;
        }
        const arrows = all(`svg [data-step="${line.step}"]`);
        expectLit([...arrows, ...ends(step)], `sentence ${place}`);
        for (const arrow of arrows) {
            point(arrow);
            expectLit([sentence, ...arrows, ...ends(step)], `arrow ${line.step}`);
        }
    });
    witness.transactions.forEach((_, place) => {
        for (const bar of txn(place)) {
            point(bar);
            expectLit(txn(place), `transaction ${place}`);
            const about = witness.proof.flatMap((line, i) => (line.transactions.includes(place)
                ? [panel.querySelector(`[data-line="${i}"]`)] : []));
            expectLit(about.filter(Boolean), `transaction ${place}`);
        }
    });
    panel.querySelector('.witness-body').dispatchEvent(new PointerEvent('pointerleave'));
    if (panel.querySelector('.lit')) {
        wrong.push('something stays lit when nothing is pointed at');
    }
    return wrong;
}

// Hovers over an element until that has an effect: while the page still renders its witnesses, the
// element may move. False if it never has.
async function hoverUntil(page, target, met) {
    for (let i = 0; i < 20; i++) {
        await page.mouse.move(0, 0);
        await target.hover();
        if (await met()) {
            return true;
        }
        await page.waitForTimeout(50 * i);
    }
    return false;
}

// With the real pointer: the first step's sentence, and the arrow in each picture.
async function assertPointer(page, panel, witness) {
    const line = witness.proof.findIndex((l) => l.step === 0);
    if (line < 0) {
        return;
    }
    const sentence = panel.locator(`[data-line="${line}"]`);
    const dark = panel.locator('svg [data-step="0"]:not(.lit)');
    const bright = panel.locator('svg [data-step="0"].lit');
    assert.ok(await hoverUntil(page, sentence, async () => await bright.count() > 0
        && await dark.count() === 0), 'a sentence lights its arrows');
    for (const picture of ['.timeline', '.ring']) {
        const label = panel.locator(`${picture} [data-step="0"] .label`);
        if (await label.count() > 0) {
            const lit = async () => /\blit\b/.test(await sentence.getAttribute('class'));
            assert.ok(await hoverUntil(page, label.first(), lit), `${picture} lights its sentence`);
        }
    }
    await page.mouse.move(0, 0);
}

// Visits all witnesses.
export async function walkWitnesses(page) {
    const data = await dataOf(page);
    for (const anomaly of data.anomalies) {
        for (const [place, witness] of anomaly.witnesses.entries()) {
            const panel = place < 2 ? await showWitness(page, anomaly, place) : null;
            const what = { anomaly: anomaly.name, place, id: witness.id, witness };
            assert.deepEqual(await page.evaluate(missingParts, what), [], witness.id);
            assert.deepEqual(await page.evaluate(darkLinks, what), [], witness.id);
            if (place === 0) {
                await assertPointer(page, panel, witness);
            }
        }
    }
    return data;
}

// The page itself never scrolls sideways; pictures and tables do so inside their frames.
export async function assertNoSidewaysScroll(page) {
    const { content, window: width } = await page.evaluate(() => ({
        content: document.scrollingElement.scrollWidth,
        window: document.scrollingElement.clientWidth,
    }));
    assert.ok(content <= width, `the page is ${content} px wide in a window of ${width} px`);
}
