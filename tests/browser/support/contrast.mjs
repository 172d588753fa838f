// contrast.mjs - finds texts with too little contrast, by the formula of WCAG 2.
//
// In: a page. Out: one line for each text inside the window whose contrast with what is painted
// below it is under the bound. Below a text in HTML are the backgrounds of the elements around it;
// below one in a picture the shapes at its middle. Opacity counts. What only surrounds a witness
// (.near, .dim) is dimmed on purpose and has a lower bound.

const bounds = { text: 4.5, dimmed: 3 };

// The functions below run inside the page, so they must not use anything outside themselves.

// Arithmetic of colours.
function colours() {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const parsed = new Map();
    // Any CSS colour as [red, green, blue, alpha], alpha of 0 to 1.
    const parse = (colour) => {
        if (!parsed.has(colour)) {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
            parsed.set(colour, [r, g, b, a / 255]);
        }
        return parsed.get(colour);
    };
    const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
    const luminance = (colour) => {
        const [r, g, b] = colour.map((c) => {
            const s = c / 255;
            return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
        return (high + 0.05) / (low + 0.05);
    };
    return { parse, over, contrast };
}

function faint({ text: bound, dimmed }, { parse, over, contrast }) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { pointer-events: auto !important; }'); // so that every shape is found
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

    const opacity = (element) => {
        let product = 1;
        for (let e = element; e; e = e.parentElement) {
            product *= Number(getComputedStyle(e).opacity);
        }
        return product;
    };
    const around = (element) => {
        const layers = [];
        for (let e = element; e; e = e.parentElement) {
            layers.unshift(parse(getComputedStyle(e).backgroundColor));
        }
        return layers.reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const shapes = 'rect, path, circle, ellipse, polygon';
    // The colour below a text of a picture, or null if it cannot be determined.
    const under = (element) => {
        const box = element.getBoundingClientRect();
        const x = box.x + box.width / 2;
        const y = box.y + box.height / 2;
        const stack = document.elementsFromPoint(x, y);
        if (!stack.includes(element)) {
            return null;
        }
        const below = stack.slice(stack.indexOf(element) + 1).filter((e) => e.matches(shapes));
        const layers = below.reverse().map((e) => {
            const style = getComputedStyle(e);
            const colour = style.fill === 'none' || style.fill.startsWith('url') ? [0, 0, 0, 0]
                : parse(style.fill);
            return [...colour.slice(0, 3), colour[3] * Number(style.fillOpacity) * opacity(e)];
        });
        return layers.reduce((b, layer) => over(layer, b), around(element.ownerSVGElement));
    };

    const found = new Map();
    const inWindow = ({ top, bottom }) => bottom > 0 && top < window.innerHeight;
    const look = (element) => {
        if (!inWindow(element.getBoundingClientRect())) {
            return;
        }
        const style = getComputedStyle(element);
        const picture = element.ownerSVGElement != null;
        if (style.visibility !== 'visible' || !element.checkVisibility?.()) {
            return;
        }
        const back = picture ? under(element) : around(element);
        if (back == null) {
            return;
        }
        const ink = [...parse(picture ? style.fill : style.color)];
        ink[3] *= opacity(element) * (picture ? Number(style.fillOpacity) : 1);
        const ratio = contrast(over(ink, back), back);
        const least = element.closest('.near, .dim, :disabled') ? dimmed : bound;
        if (ratio < least) {
            const place = `${element.tagName}.${element.getAttribute('class') ?? ''}`;
            found.set(place, `${place}: ${ratio.toFixed(2)} ${element.textContent.slice(0, 40)}`);
        }
    };

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const skip = element.closest('script, style, template, title, desc, noscript, option');
        if (!skip && node.data.trim() !== '' && !seen.has(element)) {
            seen.add(element);
            look(element);
        }
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== sheet);
    return [...found.values()];
}

// The least contrast of any shade of a fault with the page below it, and of its outline.
function shades({ parse, over, contrast }) {
    const least = { fill: Infinity, outline: Infinity, count: 0 };
    for (const shade of document.querySelectorAll('.shade, .chart-faults rect')) {
        const style = getComputedStyle(shade);
        const below = parse(getComputedStyle(document.body).backgroundColor);
        const painted = (colour, opacity) => {
            const [r, g, b, a] = parse(colour);
            return contrast(over([r, g, b, a * Number(opacity)], below), below);
        };
        least.fill = Math.min(least.fill, painted(style.fill, style.fillOpacity));
        least.outline = Math.min(least.outline, painted(style.stroke, style.strokeOpacity));
        least.count++;
    }
    return least;
}

export function faintTexts(page) {
    return page.evaluate(`(${faint})(${JSON.stringify(bounds)}, (${colours})())`);
}

export function shadeContrast(page) {
    return page.evaluate(`(${shades})((${colours})())`);
}
