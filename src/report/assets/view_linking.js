/*
 * view_linking.js - highlights the related parts of a witness together.
 *
 * In pictures and in text, a node that represents a part of the witness has data-step, data-txn
 * (with data-mop) or data-line. Pointing at or focusing one adds the class `lit` to all nodes that
 * model_links.js relates to it, and `has-lit` to the witness, which fades the rest. A click, Enter
 * or Space pins the highlight (`pinned`) until Escape or another click; the arrow keys move to the
 * next or previous step.
 */
'use strict';

const MinosLinking = (() => {
    const THINGS = '[data-line],[data-mop],[data-step],[data-txn]';

    function number(node, name) {
        const value = node.getAttribute(name);
        return value === null ? undefined : Number(value);
    }

    /* The part of the witness that a node belongs to, or null. Neighbours are no part of it. */
    function thingAt(root, target) {
        const node = target instanceof Element ? target.closest(THINGS) : null;
        if (!node || !root.contains(node) || node.closest('.near')) {
            return null;
        }
        const thing = {
            line: number(node, 'data-line'), step: number(node, 'data-step'),
            txn: number(node, 'data-txn'), mop: number(node, 'data-mop'),
        };
        Object.keys(thing).forEach((key) => thing[key] === undefined && delete thing[key]);
        return thing;
    }

    /* All nodes of the witness by the part they represent: "step 0", "mop 0/1", ... */
    function indexNodes(root) {
        const nodes = new Map();
        for (const node of root.querySelectorAll(THINGS)) {
            const thing = thingAt(root, node);
            if (thing) {
                const name = nameOf(thing);
                nodes.set(name, (nodes.get(name) || []).concat(node));
            }
        }
        return nodes;
    }

    function nameOf(thing) {
        if (thing.line !== undefined) {
            return `line ${thing.line}`;
        }
        if (thing.step !== undefined) {
            return `step ${thing.step}`;
        }
        return thing.mop === undefined ? `txn ${thing.txn}`
            : `mop ${MinosLinks.mopName(thing.txn, thing.mop)}`;
    }

    function namesOf(set) {
        return [
            ...Array.from(set.steps, (step) => `step ${step}`),
            ...Array.from(set.txns, (txn) => `txn ${txn}`),
            ...Array.from(set.mops, (mop) => `mop ${mop}`),
            ...Array.from(set.lines, (line) => `line ${line}`),
        ];
    }

    /* Returns {step(by)}; `reveal` is called with a node of each step that is pinned. */
    function attach(root, witness, reveal) {
        const nodes = indexNodes(root);
        const canonical = (thing) => MinosLinks.canonical(witness, thing);
        let pinned = null;
        let marked = [];

        function mark(thing) {
            for (const node of marked) {
                node.classList.remove('lit', 'pinned');
                if (node.hasAttribute('aria-pressed')) {
                    node.setAttribute('aria-pressed', 'false');
                }
            }
            root.classList.toggle('has-lit', Boolean(thing));
            marked = thing ? namesOf(MinosLinks.linked(witness, thing))
                .flatMap((name) => nodes.get(name) || []) : [];
            marked.forEach((node) => node.classList.add('lit'));
            if (thing && MinosLinks.same(thing, pinned)) {
                markPinned(thing);
            }
        }
        function markPinned(thing) {
            for (const node of marked) {
                if (MinosLinks.same(canonical(thingAt(root, node)), thing)) {
                    node.classList.add('pinned');
                    if (node.hasAttribute('aria-pressed')) {
                        node.setAttribute('aria-pressed', 'true');
                    }
                }
            }
        }
        function pin(thing) {
            pinned = thing;
            mark(pinned);
            const drawn = pinned && nodes.get(nameOf(pinned));
            if (drawn) {
                reveal(drawn);
            }
        }
        function toggle(thing) {
            const next = thing && canonical(thing);
            pin(MinosLinks.same(next, pinned) ? null : next);
        }
        /* If a line of the proof has the focus, the focus moves to the line of the new step. */
        function step(by) {
            pin(MinosLinks.stepBeside(witness, pinned, by));
            if (!pinned) {
                return;
            }
            const line = marked.find((node) => node.matches('[data-line][tabindex]'));
            if (line && document.activeElement && document.activeElement.matches('[data-line]')) {
                line.focus();
            } else {
                MinosDom.announce(MinosLinks.describe(witness, pinned));
            }
        }
        listen({ root, mark, toggle, pin, step, pinned: () => pinned, canonical });
        return { step };
    }

    function listen({ root, mark, toggle, pin, step, pinned, canonical }) {
        const point = (event) => {
            const thing = thingAt(root, event.target);
            mark(thing ? canonical(thing) : pinned());
        };
        root.addEventListener('pointerover', point);
        root.addEventListener('pointerleave', () => mark(pinned()));
        root.addEventListener('focusin', point);
        root.addEventListener('focusout', () => mark(pinned()));
        root.addEventListener('click', (event) => {
            const selecting = String(window.getSelection()) !== '';
            const control = event.target.closest('button,a,summary');
            if (!selecting && (!control || control.matches(THINGS))) {
                toggle(thingAt(root, event.target));
            }
        });
        root.addEventListener('keydown', (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) {
                return;
            }
            /* The browser turns Enter and Space on a button into a click. */
            const onThing = event.target.matches(THINGS) && event.target.localName !== 'button';
            if (event.key === 'Escape') {
                pin(null);
            } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
                step(event.key === 'ArrowRight' ? 1 : -1);
            } else if (onThing && (event.key === 'Enter' || event.key === ' ')) {
                toggle(thingAt(root, event.target));
            } else {
                return;
            }
            event.preventDefault();
        });
    }

    return { attach };
})();
