/*
 * view_anomalies.js - the list of anomalies, and a section for each: what it means, what usually
 * causes it, what it rules out, and its witnesses in numbered tabs.
 *
 * The first witness of each section is rendered after the page has loaded, section by section; the
 * others when their tab is opened, or before printing. So a page with hundreds of witnesses loads
 * as fast as one with a single witness.
 */
'use strict';

const MinosAnomalies = (() => {
    const { el, button, link } = MinosDom;
    const { formatCount, anomalyAddress } = MinosModel;

    function overview(data) {
        const rows = data.anomalies.map((anomaly) => el('li', {},
            link(anomalyAddress(anomaly),
                el('span', { class: 'overview-name' }, anomaly.name),
                el('span', { class: 'overview-summary' }, anomaly.summary),
                el('span', { class: 'overview-count' }, formatCount(anomaly.count),
                    el('span', { class: 'unseen' }, ' found')))));
        return el('ol', { class: 'overview' }, rows);
    }

    function forbiddenNote(data, anomaly) {
        const asked = MinosModel.enumerate(data.asked) || 'the request';
        return anomaly.forbidden
            ? el('span', { class: 'tag tag-bad' }, `✗ forbidden by ${asked}`)
            : el('span', { class: 'tag' }, `not forbidden by ${asked}`);
    }

    function article(title, paragraphs) {
        return paragraphs.length > 0 && el('section', { class: 'article' },
            el('h4', {}, title), paragraphs.map((text) => el('p', {}, text)));
    }

    function rulesOut(anomaly) {
        return anomaly.rules_out.length > 0 && el('p', { class: 'rules-out' },
            el('strong', {}, 'Rules out '), MinosModel.enumerate(anomaly.rules_out),
            ' and everything stronger.');
    }

    /* How many were found and how many of them the page shows. */
    function howMany(anomaly) {
        const here = anomaly.witnesses.length;
        const words = [`${formatCount(anomaly.count)} found`];
        if (here < anomaly.count) {
            words.push(here === 0 ? 'none of them shown' : `${formatCount(here)} of them shown`);
        }
        if (anomaly.left_out > 0) {
            words.push(`${formatCount(anomaly.left_out)} more in results.json`);
        }
        return `${words.join(', ')}.`;
    }

    /* The tabs and their panels. Returns {node, show(place), ensureRendered(), renderAll()}. */
    function witnesses(data, anomaly) {
        const panels = anomaly.witnesses.map((witness) => el('article', {
            class: 'witness', id: witness.id, role: 'tabpanel', tabindex: -1, hidden: true,
            'aria-label': `Witness ${witness.id}`,
        }));
        const tabs = anomaly.witnesses.map((witness, place) => button(String(place + 1),
            () => show(place), {
                role: 'tab', 'aria-controls': witness.id, 'aria-selected': 'false', tabindex: -1,
                'aria-label': `Witness ${place + 1} of ${anomaly.witnesses.length}`,
                title: witness.name,
            }));
        let current = 0;
        function renderAt(place) {
            if (panels[place].childElementCount === 0) {
                panels[place].append(MinosWitness.render(data, anomaly, anomaly.witnesses[place]));
            }
        }
        function select(place) {
            current = place;
            panels.forEach((panel, i) => { panel.hidden = i !== place; });
            tabs.forEach((tab, i) => {
                tab.setAttribute('aria-selected', String(i === place));
                tab.tabIndex = i === place ? 0 : -1;
            });
        }
        function show(place) {
            select(place);
            renderAt(place);
        }
        function walk(event) {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (by) {
                show((current + by + tabs.length) % tabs.length);
                tabs[current].focus();
                event.preventDefault();
            }
        }
        const strip = tabs.length > 1 && el('div', { class: 'tabs' },
            el('span', { 'aria-hidden': 'true' }, 'Witness'),
            el('div', {
                role: 'tablist', 'aria-label': `Witnesses of ${anomaly.name}`, keydown: walk,
            }, tabs));
        if (panels.length > 0) {
            select(0);
        }
        return {
            node: [strip, panels],
            show,
            ensureRendered: () => panels.length > 0 && renderAt(current),
            renderAll: () => panels.forEach((panel, place) => renderAt(place)),
        };
    }

    function section(data, anomaly) {
        const shown = witnesses(data, anomaly);
        const node = el('section', {
            class: 'anomaly', id: anomalyAddress(anomaly), tabindex: -1,
            'aria-label': `Anomaly ${anomaly.name}`,
        },
        el('div', { class: 'anomaly-head' },
            el('h3', {}, anomaly.name), forbiddenNote(data, anomaly),
            el('a', { class: 'up', href: '#anomalies' }, 'all anomalies ↑')),
        el('p', { class: 'lead' }, anomaly.summary, '. ',
            el('span', { class: 'faint' }, howMany(anomaly))),
        el('div', { class: 'articles' },
            article('What it means', anomaly.about),
            article('What usually causes it', anomaly.causes)),
        rulesOut(anomaly),
        shown.node);
        return { ...shown, node };
    }

    /* Returns {node, show(anomaly, witness), renderAll()}. */
    function render(data) {
        const sections = data.anomalies.map((anomaly) => section(data, anomaly));
        /* One section per task, so that the page stays responsive. */
        function renderFrom(place) {
            if (place < sections.length) {
                sections[place].ensureRendered();
                window.setTimeout(() => renderFrom(place + 1), 0);
            }
        }
        window.setTimeout(() => renderFrom(0), 0);

        /* Everything above the target is rendered first; otherwise it would move the target. */
        function show(anomaly, witness) {
            sections.slice(0, anomaly + 1).forEach((s) => s.ensureRendered());
            if (witness !== undefined) {
                sections[anomaly].show(witness);
            }
        }
        const node = el('section', { id: 'anomalies', 'aria-labelledby': 'anomalies-title' },
            el('h2', { id: 'anomalies-title' }, 'Anomalies'),
            el('p', { class: 'faint hint' }, 'Worst first. In a witness, point at a sentence, an '
                + 'arrow or a transaction to highlight what belongs to it. Click to pin the '
                + 'highlight, use the arrow keys to go from step to step, press Escape to unpin.'),
            overview(data), sections.map((s) => s.node));
        return { node, show, renderAll: () => sections.forEach((s) => s.renderAll()) };
    }

    return { render };
})();
