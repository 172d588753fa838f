/*
 * view_verdict.js - the top of the page: the verdict on the requested models and its reason, the
 * strongest models that remain, and how much was checked.
 */
'use strict';

const MinosVerdict = (() => {
    const { el, link, copyButton } = MinosDom;
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

    /* How hard the history looked; a page from a history without invocations does not know. */
    function effort(data) {
        const { text, bugs_text: bugs, advice } = data.effort || {};
        return text && el('section', { class: 'effort', 'aria-labelledby': 'effort-title' },
            el('h2', { id: 'effort-title' }, 'How hard it looked'),
            el('p', {}, text), bugs && el('p', {}, bugs),
            advice && el('p', { class: 'notice' }, advice));
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
        return anomaly && link(anomaly.witnesses[0].id, 'Show the first witness');
    }

    /* The first witness, and the report as Markdown for an issue tracker. */
    function actions(data) {
        const report = data.markdown && copyButton('Copy bug report', () => data.markdown);
        const items = [firstWitness(data), report].filter(Boolean);
        return items.length > 0 && el('p', { class: 'first' }, items);
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
        actions(data),
        facts(data), checked(data), effort(data), MinosSetup.render(data), warnings(data),
        leftOut(data));
    }

    return { render };
})();
