/*
 * view_witness.js - one witness: timeline, cycle, proof and transactions, linked to each other.
 */
'use strict';

const MinosWitness = (() => {
    const { el, button, link, picture, naturalSize, copyButton } = MinosDom;

    function tools(data, anomaly, witness) {
        const page = window.location.href.split('#')[0];
        const address = () => `${page}#${encodeURIComponent(witness.id)}`;
        return el('div', { class: 'tools' },
            copyButton('Copy text', () => MinosModel.witnessText(data, anomaly, witness)),
            MinosModel.witnessEdn(witness)
                && copyButton('Copy EDN', () => MinosModel.witnessEdn(witness)),
            copyButton('Copy link', address));
    }

    /* Names of transactions are bold, so that they are easy to find in the pictures. */
    function sentence(line) {
        const names = new Set(line.transactions.map(MinosLinks.txnName));
        return line.text.split(/\b(T\d+)\b/).map((part) => (
            names.has(part) ? el('b', {}, part) : part));
    }

    function proofLine(line, place) {
        if (line.kind === 'heading') {
            return el('li', { class: 'proof-heading' }, line.text);
        }
        return el('li', { class: `proof-${line.kind}` },
            el('span', {
                'data-line': place, tabindex: 0, role: 'button', 'aria-pressed': 'false',
                class: 'sentence',
            }, sentence(line)));
    }

    /* How many did not fit into the page. */
    function more(count, noun) {
        return count > 0 && el('p', { class: 'left-out' },
            `… and ${MinosModel.plural(count, noun)} more, in results.json`);
    }

    function proof(witness) {
        return [el('ul', { class: 'proof-lines' }, MinosLinks.shownLines(witness)
            .map((place) => proofLine(witness.proof[place], place))),
        more(witness.more_lines, 'sentence')];
    }

    function transactions(witness) {
        return [MinosTransactions.list(witness), more(witness.more_transactions, 'transaction')];
    }

    function stepper(witness, by) {
        if (witness.steps.length < 2) {
            return null;
        }
        return el('div', { class: 'zoom', role: 'group', 'aria-label': 'Steps of the proof' },
            button('‹', () => by(-1), { 'aria-label': 'Previous step' }),
            button('›', () => by(1), { 'aria-label': 'Next step' }));
    }

    function keyLinks(data, witness) {
        const keys = witness.keys.filter((key) => data.keys[key]);
        return keys.length > 0 && el('p', { class: 'related' }, 'Versions of ',
            keys.map((key, i) => [i > 0 && ', ',
                link(MinosModel.keyAddress(key), `key ${data.keys[key].key}`)]));
    }

    function figure(name, title, controls, content) {
        return el('section', { class: `panel ${name}`, 'aria-label': title },
            el('div', { class: 'panel-head' }, el('h5', {}, title), controls), content);
    }

    /* Next to a narrow timeline there is space for the proof: the witness fits on one screen. */
    function placeBeside(views, timeline, ring) {
        if (MinosZoom.fitsBeside(timeline, ring)) {
            views.classList.add('beside');
            views.style.setProperty('--timeline', `${timeline.width}px`);
        }
    }

    function render(data, anomaly, witness) {
        const timeline = picture(witness.timeline);
        const ring = picture(witness.ring);
        const inTime = timeline && MinosWindow.open(timeline, 'Timeline');
        const inRing = ring && MinosWindow.open(ring, 'Cycle');
        let linking = null;
        const by = (n) => linking.step(n);
        const views = el('div', { class: ring ? 'views with-ring' : 'views' },
            inTime && figure('timeline', 'Timeline', inTime.controls, inTime.frame),
            figure('proof', 'Proof', stepper(witness, by), proof(witness)),
            inRing && figure('ring', 'Cycle', null, inRing.frame));
        if (timeline) {
            placeBeside(views, naturalSize(timeline), ring && naturalSize(ring));
        }
        const root = el('div', { class: 'witness-body' },
            el('div', { class: 'witness-head' },
                el('h4', {}, `Witness ${witness.id}`, witness.name && `: ${witness.name}`),
                tools(data, anomaly, witness)),
            !timeline && el('p', { class: 'notice' },
                'The pictures of this witness were left out to keep this page small.'),
            views,
            figure('listing', 'Transactions', null, transactions(witness)),
            keyLinks(data, witness));
        linking = MinosLinking.attach(root, witness, (nodes) => {
            nodes.filter((node) => timeline && timeline.contains(node)).forEach(inTime.reveal);
        });
        return root;
    }

    return { render };
})();
