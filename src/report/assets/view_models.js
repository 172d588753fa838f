/*
 * view_models.js - the ladder of models: which are ruled out, by which anomaly, and which remain.
 * Pointing at or focusing a model shows why; a click or Enter leads to the witness. All models are
 * in a larger picture, shown on demand, and in a table.
 */
'use strict';

const MinosModels = (() => {
    const { el, button, link, picture, naturalSize } = MinosDom;

    function stateMark(model) {
        const { mark, word } = MinosModel.stateWords(model.state);
        return el('span', { class: `model-state model-${model.state}` },
            el('span', { 'aria-hidden': 'true' }, `${mark} `), word);
    }

    function describe(panel, data, model) {
        const target = MinosModel.modelTarget(data, model);
        panel.replaceChildren(
            el('h3', {}, model.name),
            el('p', {}, stateMark(model), model.asked && el('span', { class: 'tag' }, 'asked for')),
            el('p', {}, MinosModel.modelReason(data, model)),
            el('p', { class: 'faint' }, model.summary),
            target ? el('p', {}, link(target, 'Show the witness')) : '');
    }

    /* Makes the models of a picture respond to pointer and keyboard. */
    function enliven(svg, data, panel, current) {
        const byId = new Map(data.models.map((model) => [model.id, model]));
        const modelAt = (event) => {
            const node = event.target instanceof Element ? event.target.closest('.model') : null;
            return node && { node, model: byId.get(node.getAttribute('data-model')) };
        };
        const look = (event) => {
            const found = modelAt(event);
            if (found && found.model && current.node !== found.node) {
                if (current.node) {
                    current.node.classList.remove('lit');
                }
                current.node = found.node;
                found.node.classList.add('lit');
                describe(panel, data, found.model);
            }
        };
        const go = (event) => {
            const found = modelAt(event);
            const target = found && found.model && MinosModel.modelTarget(data, found.model);
            if (target) {
                window.location.hash = encodeURIComponent(target);
            }
        };
        svg.addEventListener('pointerover', look);
        svg.addEventListener('focusin', look);
        svg.addEventListener('click', go);
        svg.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') {
                go(event);
            }
        });
        for (const node of svg.querySelectorAll('.model')) {
            const model = byId.get(node.getAttribute('data-model'));
            if (model) {
                node.setAttribute('aria-label',
                    `${model.name}: ${MinosModel.stateWords(model.state).word}`
                    + `${model.by ? ` by ${model.by}` : ''}`);
            }
        }
    }

    function table(data) {
        const rows = data.models.map((model) => el('tr', {},
            el('th', { scope: 'row' }, model.name, model.asked && ' (asked for)'),
            el('td', {}, stateMark(model)),
            el('td', {}, model.by
                ? link(MinosModel.modelTarget(data, model) || 'anomalies', model.by) : ''),
            el('td', {}, model.summary)));
        return el('details', { class: 'more' },
            el('summary', {}, `All ${data.models.length} models as a table`),
            el('div', { class: 'scroll' }, el('table', {},
                el('thead', {}, el('tr', {}, ['Model', 'State', 'Ruled out by', 'Summary']
                    .map((title) => el('th', { scope: 'col' }, title)))),
                el('tbody', {}, rows))));
    }

    /* Two pictures, one of them shown at a time. The larger one is parsed on first use. */
    function pictures(data, panel) {
        const current = { node: null };
        const frame = (text, label) => {
            const svg = picture(text);
            if (!svg) {
                return null;
            }
            enliven(svg, data, panel, current);
            svg.removeAttribute('role'); /* screen readers skip the links inside an img */
            /* No wider than the picture can become, so that the panel stays next to it. */
            const { frame: node } = MinosWindow.open(svg, label);
            node.style.maxWidth = `${Math.ceil(naturalSize(svg).width * MinosZoom.ENLARGED)}px`;
            return node;
        };
        const place = el('div', { class: 'models-picture' });
        const ladder = frame(data.ladder, 'The well-known models, strongest at the top');
        let lattice = null;
        const toggle = data.lattice && button('Show all models', () => {
            const all = toggle.getAttribute('aria-pressed') === 'false';
            lattice = lattice || frame(data.lattice, 'All models, strongest at the top');
            place.replaceChildren(all ? lattice : ladder);
            place.closest('.models-grid').classList.toggle('wide', all);
            toggle.setAttribute('aria-pressed', String(all));
            toggle.textContent = all ? 'Show the well-known models' : 'Show all models';
        }, { class: 'quiet', 'aria-pressed': 'false' });
        if (ladder) {
            place.append(ladder);
        }
        return { place, toggle };
    }

    function render(data) {
        const panel = el('div', { class: 'models-panel', 'aria-live': 'polite' });
        const { place, toggle } = pictures(data, panel);
        const first = data.models.find((model) => model.asked) || data.models[0];
        if (first) {
            describe(panel, data, first);
        }
        return el('section', { id: 'models', 'aria-labelledby': 'models-title' },
            el('div', { class: 'section-head' },
                el('h2', { id: 'models-title' }, 'Models'), toggle),
            el('p', { class: 'faint' }, 'Strongest at the top; each model implies those below it. '
                + 'A violated model is violated for certain. An explicit execution of this history '
                + 'proves a certified model. A model that is not violated here may be violated in '
                + 'another run.'),
            el('div', { class: 'models-grid' }, place, panel),
            table(data));
    }

    return { render };
})();
