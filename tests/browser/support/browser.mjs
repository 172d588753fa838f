// browser.mjs - one browser for the tests of a file, and pages that record their errors.
//
// A page is opened from its file. Console errors, exceptions of the script and
// requests for anything but the page itself are recorded, and make closing the page fail: a
// report loads nothing. Screenshots go to MINOS_BUILD_DIR/browser/screenshots/.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { work } from './minos.mjs';

// The driver is in the build folder, which imports of this file do not search.
const { chromium } = createRequire(join(work, 'package.json'))('playwright-core');

export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 900 };

const options = {
    executablePath: process.env.MINOS_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

let launched = null;
after(async () => {
    await (await launched)?.close();
});

function browser() {
    launched ??= chromium.launch(options);
    return launched;
}

// Records what a page must not do; `here.url` is its URL.
function listen(page, here, problems) {
    const note = (what) => problems.push(`${what} at ${here.url}`);
    page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
            note(`console: ${message.text()}`);
        }
    });
    page.on('pageerror', (error) => note(`error: ${error.stack}`));
    page.on('request', (request) => {
        if (request.url().split('#')[0] !== here.url) {
            note(`request: ${request.url()}`);
        }
    });
    page.on('dialog', (dialog) => {
        note(`dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
}

// Opens a file, at an anchor if one is given; `go` opens another in the same page. Settings are
// those of a browser context: viewport, colorScheme, ... `close` also fails on what must not have
// been done.
export async function open(file, { anchor = '', ...settings } = {}) {
    const context = await (await browser()).newContext({
        viewport: desk,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        ...settings,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10000);
    const here = {};
    const problems = [];
    listen(page, here, problems);
    const go = async (path, hash = '') => {
        here.url = pathToFileURL(path).href;
        await page.goto(here.url + hash, { waitUntil: 'load' });
        // If a page fails to load, everything after it would time out.
        assert.deepEqual(problems, []);
    };
    await go(file, anchor);
    const close = async () => {
        await context.close();
        assert.deepEqual(problems, []);
    };
    return { page, context, go, close };
}

// Saves a screenshot of the visible part, the whole page, or one element.
export async function screenshot(target, name, settings = {}) {
    const folder = join(work, 'screenshots');
    mkdirSync(folder, { recursive: true });
    await target.screenshot({ path: join(folder, `${name}.png`), ...settings });
}
