/*
 * model_zoom.js - the arithmetic of looking at a picture through a window.
 *
 * A view is {scale, left, top}: how large the picture is drawn, and how far it is scrolled inside
 * its window, in pixels of the screen. Scrolling is the browser's own, so that touch, wheel and
 * keys work as everywhere; only the scale is ours. Sizes are {width, height}.
 */
'use strict';

const MinosZoom = (() => {
    const SMALLEST = 0.2;
    const LARGEST = 4;
    const STEP = 1.25;
    /* Below this, text of 12 pixels can no longer be read: rather scroll than shrink further. */
    const READABLE = 0.72;

    const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

    /* A small picture may be drawn this much larger than life to use the room there is. */
    const ROOMY = 1.2;

    /* The scale at which all of the picture's width is in the window. */
    function whole(natural, frame) {
        if (natural.width <= 0 || frame.width <= 0) {
            return 1;
        }
        return clamp(frame.width / natural.width, SMALLEST, ROOMY);
    }

    /* The scale to begin with: whole if it can be read so. */
    function initial(natural, frame) {
        const scale = whole(natural, frame);
        return scale < READABLE ? 1 : scale;
    }

    /* Is there room for proof and ring beside a timeline, on a screen that is wide enough to ask? The
     * ring must be whole there, and not much smaller than life. */
    const ROOM = 1096;
    const NARROW = 740;
    const SHRUNK = 0.8;
    function fitsBeside(timeline, ring) {
        return timeline.width <= NARROW
            && (!ring || ring.width * SHRUNK <= ROOM - timeline.width);
    }

    /* Keeps the window on the picture. */
    function bounded(view, natural, frame) {
        const room = (size, window) => Math.max(0, size * view.scale - window);
        return {
            scale: view.scale,
            left: clamp(view.left, 0, room(natural.width, frame.width)),
            top: clamp(view.top, 0, room(natural.height, frame.height)),
        };
    }

    /* Zooms by a factor so that what is at `at` (a place in the window) stays there. */
    function zoomAt(view, factor, at, natural, frame) {
        const scale = clamp(view.scale * factor, SMALLEST, LARGEST);
        const ratio = scale / view.scale;
        return bounded({
            scale,
            left: (view.left + at.x) * ratio - at.x,
            top: (view.top + at.y) * ratio - at.y,
        }, natural, frame);
    }

    function pan(view, dx, dy, natural, frame) {
        return bounded({ scale: view.scale, left: view.left + dx, top: view.top + dy }, natural,
            frame);
    }

    /* The view moved as little as needed to show a box of the picture, given in screen pixels. */
    function reveal(view, box, natural, frame, margin = 24) {
        const along = (now, start, size, window) => {
            if (start - margin < now || size + 2 * margin > window) {
                return start - margin;
            }
            return Math.max(now, start + size + margin - window);
        };
        return bounded({
            scale: view.scale,
            left: along(view.left, box.x, box.width, frame.width),
            top: along(view.top, box.y, box.height, frame.height),
        }, natural, frame);
    }

    /* Wheel turns differ by device: one notch is about one step, a fine one less. */
    function wheelFactor(deltaY) {
        return Math.pow(STEP, clamp(-deltaY / 100, -2, 2));
    }

    return {
        whole, initial, fitsBeside, bounded, zoomAt, pan, reveal, wheelFactor, STEP, SMALLEST,
        LARGEST, ROOMY,
    };
})();

if (typeof module !== 'undefined') {
    module.exports = MinosZoom;
}
