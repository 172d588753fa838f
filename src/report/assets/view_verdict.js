/*
 * view_verdict.js - the top of the page: the verdict on the requested models and its reason, the
 * strongest models that remain, and how much was checked.
 */
'use strict';

const MinosVerdict = (() => {
    const { el, link } = MinosDom;
    const { verdictWords, verdictMeaning, checkedFacts, enumerate } = MinosModel;

    function names(list, none) {
        return list.length > 0 ? el('strong', {}, enumerate(list)) : none;
    }

    function facts(data) {
        const pair = (term, ...words) => el('div', {}, el('dt', {}, term), el('dd', {}, words));
        return el('dl', { class: 'verdict-facts' },
            data.asked.length > 0 && pair('Asked for', names(data.asked)),
            !MinosModel.untested(data) && pair(data.remaining.length > 1
                ? 'Strongest models that remain' : 'Strongest model that remains',
            names(data.remaining, 'none')),
            pair('History', el('strong', {}, data.workload), ' in ',
                el('span', { class: 'path' }, data.file)));
    }

    function checked(data) {
        return el('ul', { class: 'checked', 'aria-label': 'How much was checked' },
            checkedFacts(data.counts).map(([number, noun, detail]) => el('li', {},
                el('strong', {}, number), ' ', noun,
                detail && el('span', { class: 'faint' }, ` (${detail})`))));
    }

    /* How the history was recorded, if minos run recorded it. */
    function setup(data) {
        const row = ([label, value]) => el('div', {}, el('dt', {}, label), el('dd', {}, value));
        return data.setup.length > 0 && el('section', {
            id: 'setup', class: 'setup', 'aria-labelledby': 'setup-title',
        }, el('h2', { id: 'setup-title' }, 'What was tested'),
        el('dl', { class: 'setup-rows' }, data.setup.map(row)));
    }

    /* What was found but did not fit into the page. */
    function leftOut(data) {
        const { witnesses, pictures } = data.left_out;
        const words = [];
        if (witnesses > 0) {
            words.push(MinosModel.plural(witnesses, 'witness', 'witnesses'));
        }
        if (pictures > 0) {
            words.push(`the pictures of ${MinosModel.plural(pictures, 'witness', 'witnesses')}`);
        }
        return words.length > 0 && el('p', { class: 'notice' },
            `Left out to keep this page small: ${enumerate(words)}. All of it is in results.json.`);
    }

    function warnings(data) {
        return data.warnings.length > 0 && el('section', {
            class: 'notice', 'aria-labelledby': 'warnings-title',
        }, el('h2', { id: 'warnings-title' }, 'Warnings'),
        el('ul', {}, data.warnings.map((text) => el('li', {}, text))));
    }

    function firstWitness(data) {
        const anomaly = data.anomalies.find((a) => a.witnesses.length > 0);
        return anomaly && el('p', { class: 'first' },
            link(anomaly.witnesses[0].id, 'Show the first witness'));
    }

    function render(data) {
        const { mark, word } = verdictWords(data.verdict);
        return el('section', {
            id: 'verdict', class: `verdict verdict-${data.verdict}`, tabindex: -1,
            'aria-labelledby': 'headline',
        },
        el('p', { class: 'stamp' }, el('span', { 'aria-hidden': 'true' }, `${mark} `), word),
        el('h1', { id: 'headline' }, data.headline),
        data.because && el('p', { class: 'because' }, data.because),
        verdictMeaning(data).map((text) => el('p', {}, text)),
        firstWitness(data),
        facts(data), checked(data), setup(data), warnings(data), leftOut(data));
    }

    return { render };
})();
