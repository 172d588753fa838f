/*
 * view_transactions.js - the transactions of a witness as text: process, time, micro-operations.
 * Long lists are shortened around the relevant elements; a button shows them in full.
 */
'use strict';

const MinosTransactions = (() => {
    const { el, button } = MinosDom;

    function operation(mop, txn, place) {
        const text = el('code', {}, mop.shown);
        const row = el('li', {
            class: mop.matters ? 'operation matters' : 'operation', 'data-txn': txn,
            'data-mop': place,
        }, text);
        if (mop.full && mop.full !== mop.shown) {
            const more = button('show all', () => {
                const whole = more.getAttribute('aria-expanded') === 'false';
                more.setAttribute('aria-expanded', String(whole));
                more.textContent = whole ? 'show less' : 'show all';
                text.textContent = whole ? mop.full : mop.shown;
            }, { class: 'inline', 'aria-expanded': 'false' });
            row.append(' ', more);
        }
        return row;
    }

    /* Start and end: by time if the history has times, else by position. */
    function when(txn) {
        if (txn.from !== null || txn.to !== null) {
            return `${txn.from || '?'} – ${txn.to || 'no end'}`;
        }
        if (typeof txn.invoke === 'number') {
            return `operations ${txn.invoke} – ${typeof txn.complete === 'number' ? txn.complete
                : 'no end'}`;
        }
        return null;
    }

    /* What the client sent, folded. */
    function statements(txn) {
        return txn.statements && el('details', { class: 'statements' },
            el('summary', {}, 'Statements sent'),
            el('pre', {}, el('code', {}, txn.statements.join('\n'))));
    }

    function transaction(txn, place) {
        const facts = [`index ${txn.index}`, MinosModel.processName(txn), when(txn)]
            .filter(Boolean);
        return el('li', { class: 'transaction', 'data-txn': place },
            el('p', { class: 'transaction-head' },
                el('button', {
                    type: 'button', class: 'transaction-name', 'data-txn': place,
                    'aria-pressed': 'false',
                }, txn.id),
                el('span', { class: `outcome outcome-${txn.type}` },
                    MinosModel.outcomeWord(txn.type)),
                el('span', { class: 'facts' }, facts.join(' · '))),
            txn.error && el('p', { class: 'error' }, 'error: ', el('code', {}, txn.error)),
            el('ol', { class: 'operations' },
                txn.mops.map((mop, i) => operation(mop, place, i)),
                txn.more_mops > 0 && el('li', { class: 'left-out' },
                    `… and ${MinosModel.plural(txn.more_mops, 'micro-operation')} more`)),
            statements(txn));
    }

    function list(witness) {
        return el('ol', { class: 'transactions' }, witness.transactions.map(transaction));
    }

    return { list };
})();
