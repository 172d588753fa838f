/*
 * view_lanes.js - keeps the names of a timeline's lanes visible while it scrolls sideways.
 */
'use strict';

const MinosLanes = (() => {
    const { svg } = MinosDom;
    const PADDING = 12;

    /* The area behind the names: as high as all lanes. */
    function column(picture, names) {
        const lanes = Array.from(picture.querySelectorAll('.lane'), (lane) => lane.getBBox());
        const top = Math.min(...lanes.map((lane) => lane.y));
        const bottom = Math.max(...lanes.map((lane) => lane.y + lane.height));
        const right = Math.max(...names.map((name) => {
            const box = name.getBBox();
            return box.x + box.width;
        }));
        return svg('rect', {
            class: 'lane-column', x: 0, y: top, width: right + PADDING, height: bottom - top,
        });
    }

    /* Returns pin(x), which moves the names to the left edge of a picture that is scrolled by x of
     * its own pixels. The names are measured when it first scrolls: only then is it laid out. */
    function pinned(picture) {
        const names = Array.from(picture.querySelectorAll('.lane-name'));
        let group = null;
        return (x) => {
            if (!group && (x <= 0 || names.length === 0)) {
                return;
            }
            if (!group) {
                group = svg('g', {}, column(picture, names), names);
                picture.append(group);
            }
            group.setAttribute('class', x > 0 ? 'lane-names pinned' : 'lane-names');
            group.setAttribute('transform', `translate(${x} 0)`);
        };
    }

    return { pinned };
})();
