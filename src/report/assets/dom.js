/*
 * dom.js - creates elements. Strings from a history enter the page only here, always as text:
 * the only function that takes markup is picture(), and its argument is an SVG that Minos wrote.
 */
'use strict';

const MinosDom = (() => {
    const SVG = 'http://www.w3.org/2000/svg';

    /* Invisible characters and those that change how others are displayed (src/core/utf8.c), except
     * line feeds and tabs. */
    const HIDDEN = new RegExp(
        '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160' +
        '\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164' +
        '\\ufeff\\uffa0' +
        '\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]', 'gu');

    /* The text with these characters escaped: U+202E becomes \\u202e. */
    const shown = (text) => text.replace(HIDDEN, (c) => (
        `\\u${c.codePointAt(0).toString(16).padStart(4, '0')}`));

    /* Attributes that are null or false are omitted; a function becomes the listener of the event
     * that the attribute names: el('button', {type: 'button', click: () => ...}, 'Copy'). */
    function fill(node, attributes, children) {
        for (const [name, value] of Object.entries(attributes || {})) {
            if (typeof value === 'function') {
                node.addEventListener(name, value);
            } else if (value !== null && value !== undefined && value !== false) {
                node.setAttribute(name, value === true ? '' : String(value));
            }
        }
        for (const child of children.flat(Infinity)) {
            if (child !== null && child !== undefined && child !== false && child !== '') {
                node.append(typeof child === 'string' ? shown(child) : child);
            }
        }
        return node;
    }

    const el = (name, attributes, ...children) => (
        fill(document.createElement(name), attributes, children));
    const svg = (name, attributes, ...children) => (
        fill(document.createElementNS(SVG, name), attributes, children));

    const button = (label, click, attributes) => (
        el('button', { type: 'button', click, ...attributes }, label));
    const link = (id, ...children) => (
        el('a', { href: `#${encodeURIComponent(id)}` }, ...children));

    /* An SVG that Minos wrote, as a node; null if there is none or it cannot be parsed. */
    function picture(text) {
        if (!text) {
            return null;
        }
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
        if (parsed.namespaceURI !== SVG || parsed.localName !== 'svg') {
            return null;
        }
        return document.importNode(parsed, true);
    }

    /* The size of the picture at scale 1. */
    function naturalSize(node) {
        const box = node.viewBox.baseVal;
        return { width: box && box.width || 600, height: box && box.height || 200 };
    }

    /* Announces a text to screen readers. Clearing it first makes them repeat an equal text. */
    function announce(words) {
        const region = document.getElementById('announcements');
        region.textContent = '';
        window.setTimeout(() => { region.textContent = words; }, 30);
    }

    /* Without the clipboard API (an old browser, a page opened from a file): selects a hidden field
     * and copies that. */
    function copyWithCommand(text) {
        const field = el('textarea', { class: 'unseen', readonly: true, 'aria-hidden': 'true' });
        field.value = text;
        document.body.append(field);
        const before = document.activeElement;
        field.select();
        let copied = false;
        try {
            copied = document.execCommand('copy');
        } catch (error) {
            copied = false;
        }
        field.remove();
        if (before && before.focus) {
            before.focus();
        }
        return copied;
    }

    async function copy(text) {
        try {
            await navigator.clipboard.writeText(text);
            return true;
        } catch (error) {
            return copyWithCommand(text);
        }
    }

    /* A button that copies text() and reports success in its label and to screen readers, to which
     * `name` says what it copies if the label does not. */
    function copyButton(label, text, name = label) {
        const node = button(label, async () => {
            const copied = await copy(text());
            node.textContent = copied ? 'Copied' : 'Could not copy';
            announce(copied ? `${name}: copied` : `${name}: could not copy`);
            window.setTimeout(() => { node.textContent = label; }, 1500);
        }, { class: 'quiet', 'aria-label': name === label ? null : name });
        return node;
    }

    return { el, svg, button, link, picture, naturalSize, announce, copyButton };
})();
