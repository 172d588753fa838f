/*
 * main.js - assembles the page and handles its address, theme and printing.
 */
'use strict';

(() => {
    const { el } = MinosDom;
    const data = JSON.parse(document.getElementById('data').textContent);

    /* ---- The parts of the page ------------------------------------------------------------- */

    const anomalies = data.anomalies.length > 0 ? MinosAnomalies.render(data) : null;
    const keys = MinosKeys.render(data);
    const run = MinosRun.render(data);
    document.getElementById('report').replaceChildren(...[MinosVerdict.render(data),
        MinosModels.render(data), anomalies && anomalies.node, keys.node, run].filter(Boolean));
    document.getElementById('file').textContent = data.file;
    document.getElementById('about').append(el('p', {}, `Minos ${data.minos}. This page is `
        + 'self-contained and works offline.'));
    document.getElementById('sections').append(...[['models', 'Models'],
        anomalies && ['anomalies', 'Anomalies'], keys.node && ['keys', 'Keys'],
        run && ['run', 'Run']].filter(Boolean)
        .map(([id, title]) => el('a', { href: `#${id}` }, title)));

    /* ---- Addresses: #G1c-1 opens and shows that witness -------------------------------------- */

    function follow() {
        const target = MinosModel.resolve(data, window.location.hash);
        if (!target) {
            return;
        }
        if (target.type === 'witness' || target.type === 'anomaly') {
            anomalies.show(target.anomaly, target.witness);
        } else if (target.type === 'key') {
            keys.show(target.key);
        }
        const node = document.getElementById(target.id);
        if (node) {
            node.scrollIntoView();
            const focus = node.localName === 'details' ? node.firstElementChild : node;
            focus.focus({ preventScroll: true });
        }
    }
    window.addEventListener('hashchange', follow);
    /* A click on a link to the current address sends no hashchange. */
    document.addEventListener('click', (event) => {
        const anchor = event.target instanceof Element && event.target.closest('a[href^="#"]');
        if (anchor && anchor.hash === window.location.hash) {
            follow();
        }
    });

    /* ---- Theme: that of the system, unless the user has chosen one -------------------------- */

    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const theme = document.getElementById('theme');
    const root = document.documentElement;

    /* Storage may be unavailable, for example for a page opened from a file. */
    function remembered() {
        try {
            return window.localStorage.getItem('minos-theme');
        } catch (error) {
            return null;
        }
    }
    function remember(name) {
        try {
            window.localStorage.setItem('minos-theme', name);
        } catch (error) {
            /* The choice lasts as long as the page is open. */
        }
    }
    const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches);
    function labelTheme() {
        theme.textContent = isDark() ? 'Light' : 'Dark';
        theme.setAttribute('aria-label', `Switch to the ${isDark() ? 'light' : 'dark'} theme`);
    }
    if (['light', 'dark'].includes(remembered())) {
        root.dataset.theme = remembered();
    }
    theme.addEventListener('click', () => {
        root.dataset.theme = isDark() ? 'light' : 'dark';
        remember(root.dataset.theme);
        labelTheme();
    });
    dark.addEventListener('change', labelTheme);
    labelTheme();
    theme.hidden = false;

    /* ---- Printing: the light theme, all sections open, all witnesses rendered ---------------- */

    /* The state to restore. Some browsers send beforeprint, some a media change, some both. */
    let before = null;
    function unfold() {
        if (before) {
            return;
        }
        before = { theme: root.dataset.theme };
        root.dataset.theme = 'light';
        if (anomalies) {
            anomalies.renderAll();
        }
        before.closed = Array.from(document.querySelectorAll('details:not([open])'));
        keys.renderAll();
        before.closed.forEach((node) => { node.open = true; });
    }
    function fold() {
        if (!before) {
            return;
        }
        if (before.theme) {
            root.dataset.theme = before.theme;
        } else {
            delete root.dataset.theme;
        }
        before.closed.forEach((node) => { node.open = false; });
        before = null;
    }
    window.addEventListener('beforeprint', unfold);
    window.addEventListener('afterprint', fold);
    window.matchMedia('print').addEventListener('change', (event) => (
        event.matches ? unfold() : fold()));

    follow();
})();
