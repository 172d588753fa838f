/*
 * view_keys.js - the versions of keys: their order, the writer and the readers of each, and the
 * reads that disagree with that order, aligned so that the first difference is visible.
 */
'use strict';

const MinosKeys = (() => {
    const { el, link, button } = MinosDom;
    const { formatCount, plural } = MinosModel;
    const { refName } = MinosVersions;

    function readers(version) {
        const others = version.readers_total - version.readers.length;
        const parts = version.readers.map((ref) => el('span', { class: 'reader' },
            el('span', { title: refName(ref) }, String(ref.index)),
            ref.type !== 'ok' && ` ${MinosModel.outcomeWord(ref.type)}`));
        return [parts.flatMap((part, i) => (i > 0 ? [', ', part] : [part])),
            others > 0 && `${parts.length ? ' and ' : ''}${formatCount(others)} `
                + `${parts.length ? 'more' : others === 1 ? 'transaction' : 'transactions'}`,
            version.readers_total === 0 && el('span', { class: 'faint' }, 'none')];
    }

    function versionRow({ gap, version }) {
        if (gap) {
            return el('tr', { class: 'gap' },
                el('td', { colspan: 4 }, `… ${plural(gap, 'version')} …`));
        }
        const initial = version.place === 0;
        return el('tr', { class: version.matters ? 'matters' : null },
            el('td', { class: 'number' }, initial ? '' : formatCount(version.place)),
            el('td', {}, initial ? el('em', {}, 'initial state') : el('code', {}, version.value),
                version.matters && el('span', { class: 'unseen' }, ' (in a witness)')),
            el('td', {}, version.writer ? refName(version.writer)
                : el('span', { class: 'faint' }, initial ? '' : 'unknown')),
            el('td', {}, readers(version)));
    }

    function versionTable(key) {
        return el('div', { class: 'scroll' }, el('table', { class: 'versions' },
            el('thead', {}, el('tr', {},
                el('th', { scope: 'col', class: 'number' }, '#'),
                ['Version', 'Written by', 'Read as latest by (index)'].map((title) => (
                    el('th', { scope: 'col' }, title))))),
            el('tbody', {}, MinosVersions.versionRows(key).map(versionRow))));
    }

    function disputedValue(read, text) {
        const parts = MinosVersions.disputedParts(text, read.agrees, read.length);
        return el('code', {}, parts.open,
            parts.common.length > 0 && el('span', { class: 'common' }, parts.common.join(' '), ' '),
            parts.departs.length > 0 && el('mark', {}, parts.departs.join(' ')), parts.close);
    }

    function disputedRow(read) {
        const value = el('td', {}, disputedValue(read, read.value));
        if (read.full && read.full !== read.value) {
            const more = button('show all', () => {
                value.replaceChildren(disputedValue(read, read.full));
            }, { class: 'inline' });
            value.append(' ', more);
        }
        const others = read.readers_total - 1;
        return el('tr', {}, value,
            el('td', { class: 'number' },
                `${formatCount(read.agrees)} of ${formatCount(read.length)}`),
            el('td', {}, refName(read.reader), others > 0 && ` and ${formatCount(others)} more`));
    }

    function disputed(key) {
        const others = key.disputed_total - key.disputed.length;
        return key.disputed.length > 0 && [
            el('h4', {}, 'Reads that disagree with this order'),
            el('p', { class: 'faint' }, 'Elements that agree are dimmed; those that deviate are '
                + 'marked.'),
            el('div', { class: 'scroll' }, el('table', { class: 'disputed' },
                el('thead', {}, el('tr', {}, ['Value read', 'Elements that agree', 'Read by']
                    .map((title) => el('th', { scope: 'col' }, title)))),
                el('tbody', {}, key.disputed.map(disputedRow)))),
            others > 0 && el('p', { class: 'faint' }, `… and ${plural(others, 'read')} more`)];
    }

    function related(uses) {
        return uses.length > 0 && el('p', { class: 'related' }, 'In ',
            uses.map((use, i) => [i > 0 && '; ', use.anomaly,
                use.witnesses.map(({ id, place }, j) => [j > 0 ? ', ' : ' ',
                    link(id, String(place))])]));
    }

    /* Collapsed, so that a page with thirty keys stays short; rendered when it is opened. */
    function section(key, place, uses) {
        const body = el('div', { class: 'key-body' });
        const node = el('details', { class: 'key', id: MinosModel.keyAddress(place) },
            el('summary', {}, el('h3', {}, 'Key ', el('code', {}, key.key)),
                el('span', { class: 'faint' }, plural(key.versions_total, 'version'),
                    key.disputed_total > 0
                    && `, ${plural(key.disputed_total, 'read disagrees', 'reads disagree')}`)),
            body);
        function ensureRendered() {
            if (body.childElementCount === 0) {
                const order = key.versions_total > 1 && key.order
                    && el('p', {}, `Order: ${key.order}.`);
                body.append(...[order, MinosVersions.meaning(key).map((text) => el('p', {}, text)),
                    versionTable(key), disputed(key), related(uses)].flat().filter(Boolean));
            }
        }
        node.addEventListener('toggle', () => node.open && ensureRendered());
        return { node, open: () => { ensureRendered(); node.open = true; } };
    }

    /* Returns {node, show(place)}; node is null where no key is shown. */
    function render(data) {
        if (data.keys.length === 0) {
            return { node: null, show: () => {}, renderAll: () => {} };
        }
        const uses = MinosVersions.keyUses(data);
        const sections = data.keys.map((key, place) => section(key, place, uses[place]));
        const node = el('section', { id: 'keys', 'aria-labelledby': 'keys-title' },
            el('h2', { id: 'keys-title' }, 'Versions of keys'),
            el('p', { class: 'faint' }, 'The keys in the witnesses: the order of their versions, '
                + 'and which transactions wrote each version and read it as the latest.'),
            sections.map((s) => s.node));
        return {
            node,
            show: (place) => sections[place].open(),
            renderAll: () => sections.forEach((s) => s.open()),
        };
    }

    return { render };
})();
