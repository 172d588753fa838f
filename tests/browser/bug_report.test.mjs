// A report as a bug report: the button that copies it as Markdown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, screenshot } from './support/browser.mjs';
import { recorded } from './support/histories.mjs';
import { report, withFields } from './support/minos.mjs';

const made = report('bug-report', recorded());
const markdown = '# Not serializable\n\n| T1 | T2 |\n|---|---|\n| `<b>` & "x" \u2192 | </script> |\n';

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
