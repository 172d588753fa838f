/*
 * view_setup.js - what was tested: database, level and claim, load, faults, machine, command.
 */
'use strict';

const MinosSetup = (() => {
    const { el, copyButton } = MinosDom;

    /* Only http and https addresses become links: the text is untrusted. */
    function linked(text) {
        return text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/).map((part, i) => (
            i % 2 === 1 ? el('a', { href: part, rel: 'noopener noreferrer' }, part) : part));
    }

    function command(text) {
        const words = text.split(' ').flatMap((word, i) => [i > 0 && ' ', el('span', {}, word)]);
        return [el('code', { class: 'command' }, words),
            copyButton('Copy', () => text, 'Copy the command')];
    }

    function row([label, value]) {
        const again = label === 'Run it again';
        return el('div', { class: again ? 'setup-command' : null }, el('dt', {}, label),
            el('dd', {}, again ? command(value) : linked(value)));
    }

    /* Null where minos run did not record the history. */
    function render(data) {
        return data.setup.length > 0 ? el('section', {
            id: 'setup', class: 'setup', 'aria-labelledby': 'setup-title',
        }, el('h2', { id: 'setup-title' }, 'What was tested'),
        el('dl', { class: 'setup-rows' }, data.setup.map(row))) : null;
    }

    return { render };
})();
