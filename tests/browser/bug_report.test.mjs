// A report as a bug report: the button that copies it as Markdown, and what was tested.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, open, screenshot } from './support/browser.mjs';
import { faintTexts } from './support/contrast.mjs';
import { recorded } from './support/histories.mjs';
import { report, withFields } from './support/minos.mjs';
import { assertNoSidewaysScroll, dataOf } from './support/walk.mjs';

const made = report('bug-report', recorded());
const markdown = '# Not serializable\n\n| T1 | T2 |\n|---|---|\n'
    + '| `<b>` & "x" \u2192 | </script> |\n';

// Clicks the button, waits until it says so, and returns what the clipboard has.
async function copied(page) {
    const button = page.getByRole('button', { name: 'Copy bug report' });
    await button.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.waitForFunction(() => document.getElementById('announcements').textContent
        === 'Copy bug report: copied');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await button.waitFor(); // the label returns
    return text;
}

test('the bug report is copied as it is', async () => {
    const { page, context, close } = await open(withFields(made, { markdown }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await screenshot(page, 'bug-report');
    assert.equal(await copied(page), markdown);
    await close();
});

test('the page of a violated history has its own bug report', async () => {
    const { page, context, close } = await open(made.page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const data = await dataOf(page);
    const text = await copied(page);
    assert.equal(text, data.markdown);
    assert.ok(text.startsWith(`# ${data.headline}`), text.slice(0, 80));
    assert.ok(text.includes(data.anomalies[0].name));
    await close();
});

test('and without the clipboard API', async () => {
    const { page, context, close } = await open(withFields(made, { markdown }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(async () => {
        await navigator.clipboard.writeText('something else');
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    assert.equal(await copied(page), markdown);
    await close();
});

test('the keyboard reaches the button', async () => {
    const { page, context, close } = await open(withFields(made, { markdown }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    for (let i = 0; i < 20 && await focused() !== 'Copy bug report'; i++) {
        await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), markdown);
    await close();
});

test('a page without a bug report has no button', async () => {
    const { page, close } = await open(withFields(made, { markdown: undefined }));
    assert.equal(await page.getByRole('button', { name: 'Copy bug report' }).count(), 0);
    await close();
});

// ---- What was tested ----------------------------------------------------------------------------

const command = 'minos run postgres: --isolation serializable --server-option durability=off';
const setup = [
    ['Database', 'PostgreSQL 15.18'],
    ['Isolation level', 'serializable (set as SERIALIZABLE)'],
    ['The database claims', 'serializable (source: https://www.postgresql.org/docs/15/x#A-B).'],
    ['Nodes', 'javascript:window.hacked=1 and <img src=x onerror=window.hacked=1>'],
    ['Faults', 'none'],
    ['Run it again', command],
];

async function assertHeader(page) {
    const header = page.locator('#setup');
    const rows = await header.locator('.setup-rows > div').evaluateAll((nodes) => nodes.map(
        (node) => [node.querySelector('dt').textContent,
            node.querySelector('code')?.textContent ?? node.querySelector('dd').textContent]));
    assert.deepEqual(rows, setup);
    assert.deepEqual(await header.locator('a').evaluateAll((nodes) => nodes.map((a) => a.href)),
        ['https://www.postgresql.org/docs/15/x#A-B'], 'only addresses of the web are links');
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    return header;
}

test('the header says what was tested, on each screen and in each theme', async () => {
    const file = withFields(made, { setup, markdown });
    for (const [name, viewport] of Object.entries({ phone: { width: 360, height: 640 }, desk })) {
        for (const colorScheme of ['light', 'dark']) {
            const { page, close } = await open(file, { viewport, colorScheme });
            const header = await assertHeader(page);
            await header.scrollIntoViewIfNeeded();
            assert.deepEqual(await faintTexts(page), [], 'texts that are hard to read');
            await assertNoSidewaysScroll(page);
            await screenshot(page.locator('#verdict'), `header-${name}-${colorScheme}`);
            await close();
        }
    }
});

test('the command is copied', async () => {
    const { page, context, close } = await open(withFields(made, { setup }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.waitForFunction(() => document.getElementById('announcements').textContent
        === 'Copy the command: copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
    await close();
});

test('printed, the header has no buttons', async () => {
    const { page, close } = await open(withFields(made, { setup, markdown }));
    await page.emulateMedia({ media: 'print' });
    const header = await assertHeader(page);
    assert.ok(await header.isVisible());
    assert.equal(await page.locator('#verdict button:visible').count(), 0);
    await screenshot(page.locator('#verdict'), 'header-paper');
    await close();
});

test('a history without a run has no header', async () => {
    const { page, close } = await open(made.page);
    assert.equal(await page.locator('#setup').count(), 0);
    await close();
});
