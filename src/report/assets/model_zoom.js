/*
 * model_zoom.js - the arithmetic of zooming and scrolling a picture in a window.
 *
 * A view is {scale, left, top}: the scale of the picture and its scroll position in the window, in
 * screen pixels. The browser does the scrolling, so touch, wheel and keys work as usual. Sizes are
 * {width, height}.
 */
'use strict';

const MinosZoom = (() => {
    const SMALLEST = 0.2;
    const LARGEST = 4;
    const STEP = 1.25;
    /* Below this scale, text of 12 pixels is unreadable: scroll instead of shrinking further. */
    const READABLE = 0.72;

    const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

    /* A small picture is enlarged up to this scale to use the available width. */
    const ENLARGED = 1.2;

    /* The scale at which the picture is as wide as the window. */
    function whole(natural, frame) {
        if (natural.width <= 0 || frame.width <= 0) {
            return 1;
        }
        return clamp(frame.width / natural.width, SMALLEST, ENLARGED);
    }

    /* The initial scale: the whole picture if it stays readable. */
    function initial(natural, frame) {
        const scale = whole(natural, frame);
        return scale < READABLE ? 1 : scale;
    }

    /* Whether proof and ring fit next to a timeline on a wide screen. The ring must fit completely
     * at a scale of at least SHRUNK. */
    const ROOM = 1096;
    const NARROW = 740;
    const SHRUNK = 0.8;
    function fitsBeside(timeline, ring) {
        return timeline.width <= NARROW
            && (!ring || ring.width * SHRUNK <= ROOM - timeline.width);
    }

    /* Limits scrolling to the picture. */
    function bounded(view, natural, frame) {
        const room = (size, window) => Math.max(0, size * view.scale - window);
        return {
            scale: view.scale,
            left: clamp(view.left, 0, room(natural.width, frame.width)),
            top: clamp(view.top, 0, room(natural.height, frame.height)),
        };
    }

    /* Zooms by a factor; the point of the picture at `at`, in the window, does not move. */
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

    /* Scrolls as little as needed to show a box of the picture, given in screen pixels. */
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

    /* Wheel deltas differ by device: one notch is about one step, a trackpad sends less. */
    function wheelFactor(deltaY) {
        return Math.pow(STEP, clamp(-deltaY / 100, -2, 2));
    }

    return {
        whole, initial, fitsBeside, bounded, zoomAt, pan, reveal, wheelFactor, STEP, SMALLEST,
        LARGEST, ENLARGED,
    };
})();

if (typeof module !== 'undefined') {
    module.exports = MinosZoom;
}
