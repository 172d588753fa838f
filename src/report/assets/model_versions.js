/*
 * model_versions.js - the versions of a key, and reads that disagree with their order, as rows.
 *
 * A list is text in the notation of the history, shortened around the relevant elements:
 * [1 2 ... 7 8]. To mark where a read deviates from the order of its key, the text is split into
 * elements; those before the dots are numbered from the front, those after them from the end,
 * using the length of the list. Text that is not a list is one element.
 */
'use strict';

const MinosVersions = (() => {
    const Words = typeof MinosModel === 'undefined' ? require('./model.js') : MinosModel;
    const OPEN = '([{';
    const CLOSE = ')]}';

    /* The position after the closing quote of the string literal that begins at `at`. */
    function skipString(text, at) {
        let i = at + 1;
        while (i < text.length && text[i] !== '"') {
            i += text[i] === '\\' ? 2 : 1;
        }
        return Math.min(i + 1, text.length);
    }

    /* [1 [2 3] "a b"] as ['1', '[2 3]', '"a b"'], or null if the text is not in brackets. */
    function elements(text) {
        if (text.length < 2 || !OPEN.includes(text[0]) || !CLOSE.includes(text[text.length - 1])) {
            return null;
        }
        const found = [];
        let depth = 0;
        let start = -1;
        let i = 1;
        const cut = (end) => {
            if (start >= 0) {
                found.push(text.slice(start, end));
                start = -1;
            }
        };
        while (i < text.length - 1) {
            const c = text[i];
            if (depth === 0 && (c === ' ' || c === ',')) {
                cut(i);
                i += 1;
                continue;
            }
            start = start < 0 ? i : start;
            depth += Number(OPEN.includes(c)) - Number(CLOSE.includes(c));
            i = c === '"' ? skipString(text, i) : i + 1;
        }
        cut(text.length - 1);
        return found;
    }

    /*
     * A disputed read as {common, departs, open, close}: the elements that agree with the order of
     * the key and those that do not. `text` is shortened or complete.
     */
    function disputedParts(text, agrees, length) {
        const list = elements(text);
        if (!list) {
            return { open: '', common: [], departs: [text], close: '' };
        }
        const dots = list.findIndex((item) => item === '...' || item === '…');
        const common = [];
        const departs = [];
        list.forEach((item, place) => {
            const behind = dots >= 0 && place > dots;
            const at = behind ? length - (list.length - place) : place;
            (at < agrees ? common : departs).push(item);
        });
        return { open: text[0], common, departs, close: text[text.length - 1] };
    }

    /* Versions with the gaps between them: [{version}, {gap: 12}, ...]. */
    function versionRows(key) {
        const rows = [];
        let place = key.versions.length > 0 && key.versions[0].place === 0 ? -1 : 0;
        for (const version of key.versions) {
            if (version.place > place + 1) {
                rows.push({ gap: version.place - place - 1 });
            }
            rows.push({ version });
            place = version.place;
        }
        if (key.versions_total > place && place >= 0) {
            rows.push({ gap: key.versions_total - place });
        }
        return rows;
    }

    /* "index 3, process 1"; with its outcome unless that is ok. */
    function refName(ref) {
        const outcome = ref.type === 'ok' ? '' : ` (${Words.outcomeWord(ref.type)})`;
        return `index ${ref.index}, process ${ref.process}${outcome}`;
    }

    /* "index 3, process 1 and index 5, process 2", "index 3, process 1 and 4 more". */
    function refNames(refs, total) {
        const names = refs.map(refName);
        const more = total - names.length;
        return Words.enumerate(more > 0 ? names.concat(`${Words.formatCount(more)} more`) : names);
    }

    /*
     * What the reads of a key with a single version say about it. An order of one version says
     * nothing: the question is which reads show it and which do not.
     */
    function meaning(key) {
        const version = key.versions.find(({ place }) => place === 1);
        if (key.versions_total !== 1 || !version) {
            return [];
        }
        const missed = key.versions.find(({ place }) => place === 0);
        const without = missed ? missed.readers_total : 0;
        const { value, writer, readers, readers_total: shown } = version;
        const words = [writer ? `${value} was written by ${refName(writer)}.`
            : `It is not known which transaction wrote ${value}.`];
        if (shown > 0) {
            words.push(`${without > 0 ? 'It was read' : 'Every read shows it: it was read'} by `
                + `${refNames(readers, shown)}.`);
        } else if (without > 0 || key.disputed_total > 0) {
            words.push('No read shows it.');
        } else {
            words.push('The key was never read.');
        }
        if (without > 0) {
            words.push(`The initial state, without ${value}, was read by `
                + `${refNames(missed.readers, without)}. `
                + `In every order of transactions, ${without === 1 ? 'this read comes'
                    : 'these reads come'} before the write.`);
        }
        return words;
    }

    /* For each key, the witnesses that use it: [{anomaly, witnesses: [{id, place}]}]. */
    function keyUses(data) {
        const uses = data.keys.map(() => []);
        for (const anomaly of data.anomalies) {
            anomaly.witnesses.forEach((witness, place) => {
                for (const of of witness.keys.map((key) => uses[key]).filter(Boolean)) {
                    if (of.length === 0 || of[of.length - 1].anomaly !== anomaly.name) {
                        of.push({ anomaly: anomaly.name, witnesses: [] });
                    }
                    of[of.length - 1].witnesses.push({ id: witness.id, place: place + 1 });
                }
            });
        }
        return uses;
    }

    return { elements, disputedParts, versionRows, refName, meaning, keyUses };
})();

if (typeof module !== 'undefined') {
    module.exports = MinosVersions;
}
