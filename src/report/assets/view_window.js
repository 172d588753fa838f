/*
 * view_window.js - a picture in a window: zoomed by buttons, keys and ctrl + wheel, moved by
 * dragging, touch and scrolling. A picture is scaled to fit the window, unless that would make its
 * text too small to read; then it keeps its size and scrolls.
 */
'use strict';

const MinosWindow = (() => {
    const { el, button, naturalSize } = MinosDom;
    const DRAG_THRESHOLD = 4;
    const KEY_STEP = 60;

    function open(picture, label) {
        const natural = naturalSize(picture);
        const frame = el('div', {
            class: 'window', tabindex: 0, role: 'group', 'aria-label': label,
        });
        let scale = 1;
        const pin = MinosLanes.pinned(picture);
        let touched = false; /* the user has zoomed: a new page width keeps the scale */

        const size = () => ({ width: frame.clientWidth, height: frame.clientHeight });
        const view = () => ({ scale, left: frame.scrollLeft, top: frame.scrollTop });
        function show(next) {
            scale = next.scale;
            picture.style.width = `${Math.round(natural.width * scale)}px`;
            picture.style.height = `${Math.round(natural.height * scale)}px`;
            frame.scrollLeft = next.left;
            frame.scrollTop = next.top;
            mark();
        }
        function zoom(factor, at) {
            touched = true;
            const { width, height } = size();
            show(MinosZoom.zoomAt(view(), factor, at || { x: width / 2, y: height / 2 }, natural,
                size()));
        }
        function fit() {
            touched = false;
            show({ scale: MinosZoom.whole(natural, size()), left: 0, top: 0 });
        }
        function pan(dx, dy) {
            show(MinosZoom.pan(view(), dx, dy, natural, size()));
        }
        function reveal(node) {
            const box = node.getBoundingClientRect();
            const outer = frame.getBoundingClientRect();
            show(MinosZoom.reveal(view(), {
                x: box.left - outer.left + frame.scrollLeft,
                y: box.top - outer.top + frame.scrollTop,
                width: box.width, height: box.height,
            }, natural, size()));
        }

        /* Edges behind which there is more of the picture fade out. */
        function mark() {
            const hidden = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
            frame.classList.toggle('more-left', frame.scrollLeft > 1);
            frame.classList.toggle('more-right', hidden > 1);
            pin(frame.scrollLeft / scale);
        }

        listen(frame, { zoom, fit, pan });
        frame.addEventListener('scroll', mark, { passive: true });
        new ResizeObserver(() => {
            if (!touched && frame.clientWidth > 0) {
                show({ ...view(), scale: MinosZoom.initial(natural, size()) });
            }
            mark();
        }).observe(frame);
        picture.setAttribute('preserveAspectRatio', 'xMinYMin meet');
        frame.append(picture);
        return { frame, controls: controls({ zoom, fit }, label), reveal };
    }

    function controls({ zoom, fit }, label) {
        return el('div', { class: 'zoom', role: 'group', 'aria-label': `Zoom: ${label}` },
            button('−', () => zoom(1 / MinosZoom.STEP), { 'aria-label': 'Zoom out' }),
            button('+', () => zoom(MinosZoom.STEP), { 'aria-label': 'Zoom in' }),
            button('Fit', fit, { 'aria-label': 'Show the whole picture' }));
    }

    function listen(frame, { zoom, fit, pan }) {
        const keys = new Map([
            ['+', () => zoom(MinosZoom.STEP)], ['=', () => zoom(MinosZoom.STEP)],
            ['-', () => zoom(1 / MinosZoom.STEP)], ['0', fit],
            ['ArrowLeft', () => pan(-KEY_STEP, 0)], ['ArrowRight', () => pan(KEY_STEP, 0)],
            ['ArrowUp', () => pan(0, -KEY_STEP)], ['ArrowDown', () => pan(0, KEY_STEP)],
        ]);
        frame.addEventListener('keydown', (event) => {
            const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
            if (event.target === frame && plain && keys.has(event.key)) {
                keys.get(event.key)();
                event.preventDefault();
                event.stopPropagation();
            }
        });
        frame.addEventListener('wheel', (event) => {
            if (event.ctrlKey || event.metaKey) {
                const box = frame.getBoundingClientRect();
                zoom(MinosZoom.wheelFactor(event.deltaY),
                    { x: event.clientX - box.left, y: event.clientY - box.top });
                event.preventDefault();
            }
        }, { passive: false });
        listenToDragging(frame, pan);
    }

    /* The browser scrolls on touch; the mouse drags. A drag must not end in a click. */
    function listenToDragging(frame, pan) {
        let last = null;
        let dragged = false;
        frame.addEventListener('pointerdown', (event) => {
            dragged = false;
            if (event.pointerType === 'mouse' && event.button === 0) {
                last = { x: event.clientX, y: event.clientY };
            }
        });
        frame.addEventListener('pointermove', (event) => {
            if (!last) {
                return;
            }
            const dx = last.x - event.clientX;
            const dy = last.y - event.clientY;
            if (dragged || Math.abs(dx) + Math.abs(dy) > DRAG_THRESHOLD) {
                if (!dragged) {
                    frame.setPointerCapture(event.pointerId);
                    frame.classList.add('dragging');
                }
                dragged = true;
                pan(dx, dy);
                last = { x: event.clientX, y: event.clientY };
            }
        });
        const stop = () => {
            last = null;
            frame.classList.remove('dragging');
        };
        frame.addEventListener('pointerup', stop);
        frame.addEventListener('pointercancel', stop);
        frame.addEventListener('click', (event) => {
            if (dragged) {
                event.stopPropagation();
                dragged = false;
            }
        }, true);
    }

    return { open };
})();
