// The screens that every page is measured and pictured at, and how: the smallest text, the smallest target for a finger, and
// everything that is cut off.
export const SIZES = [[360, 740], [740, 360], [820, 1180], [1280, 720], [1920, 1080]];

/** The options of a page on such a screen: phones and tablets have touch, phones sharp screens. */
export function deviceOf(width, height) {
    const touch = width < 1000;
    return { viewport: { width, height }, hasTouch: touch, isMobile: touch, deviceScaleFactor: Math.min(width, height) < 500 ? 2 : 1 };
}

/** What a page shows now: { text, target, cut }. Text and target are the smallest, in pixels, with words to find them by; cut
 *  lists what no scrolling brings into view. The map is measured apart: cities lie as close together as they lie. Runs in the page. */
function measure(root) {
    const TARGETS = 'a[href], button, input, select, textarea, summary, [role=button]';
    const area = document.querySelector(root);
    const apart = (element) => root === 'body' && element.closest('.map svg, .backdrop') !== null;
    const tiny = ({ width, height }) => width <= 1 || height <= 1;
    const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !tiny(element.getBoundingClientRect());
    const hidden = (element) => element.closest('.visually-hidden') !== null;
    const named = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40) || element.className || element.tagName;

    const scaleOf = (element) => {
        const matrix = element instanceof SVGElement ? element.getScreenCTM() : null;
        return matrix === null ? 1 : Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
    };
    function texts() {
        const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT, (node) => (node.data.trim() === '' ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
        const parents = new Set();
        while (walker.nextNode()) parents.add(walker.currentNode.parentElement);
        return [...parents].filter((element) => !/^(STYLE|SCRIPT|OPTION|TITLE)$/i.test(element.tagName) && shown(element) && !hidden(element) && !apart(element));
    }
    const textSize = (element) => parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);

    /** A link in the middle of a sentence is as high as its line. */
    const inSentence = (element) => element.tagName === 'A' && getComputedStyle(element).display === 'inline' && element.parentElement.textContent.trim() !== element.textContent.trim();
    function targets() {
        return [...area.querySelectorAll(TARGETS)].filter((element) =>
            !element.matches(':disabled') && !hidden(element) && !apart(element) && !inSentence(element) && (shown(element) || [...(element.labels ?? [])].some(shown)));
    }
    /** A field and its label are one target. */
    function targetSize(element) {
        const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
        const side = (from, to) => Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
        return Math.min(side('left', 'right'), side('top', 'bottom'));
    }

    /** The clipped side of an element, '' if all of it can be seen, if need be by scrolling. */
    function cutAt(element) {
        let { left, right, top, bottom } = element.getBoundingClientRect();
        for (let box = element.parentElement; box !== null && box !== document.documentElement; box = box.parentElement) {
            const { overflowX, overflowY, position } = getComputedStyle(box);
            const clip = box.getBoundingClientRect();
            if (overflowX === 'hidden' && (left < clip.left - 1.5 || right > clip.right + 1.5)) return 'width';
            if (overflowY === 'hidden' && (top < clip.top - 1.5 || bottom > clip.bottom + 1.5)) return 'height';
            if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) ({ left, right } = clip);
            if (/auto|scroll/.test(overflowY)) ({ top, bottom } = clip);
            if (position === 'fixed') break;
        }
        if (left < -1.5 || right > document.documentElement.clientWidth + 1.5) return 'width';
        return document.documentElement.scrollHeight <= innerHeight + 1 && (top < -1.5 || bottom > innerHeight + 1.5) ? 'height' : '';
    }
    const shortened = (element) => getComputedStyle(element).textOverflow === 'ellipsis' || element.closest('svg') !== null;

    const smallest = (elements, sizeOf) => elements
        .map((element) => ({ size: Math.round(sizeOf(element) * 10) / 10, name: named(element) }))
        .reduce((least, each) => (least === null || each.size < least.size ? each : least), null);
    const [words, aims] = [texts(), targets()];
    const all = [...aims, ...words.filter((element) => !shortened(element))].map((element) => ({ name: named(element), at: cutAt(element) }));
    // Names of people may be shortened, words of the game may not.
    const short = words.filter((element) => getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth && element.closest('.players, .seats') === null).map((element) => ({ name: named(element), at: 'ellipsis' }));
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth ? [{ name: 'the page', at: 'width' }] : [];
    return { text: smallest(words, textSize), target: smallest(aims, targetSize), cut: [...wide, ...short, ...all].filter(({ at }) => at !== '').map(({ name, at }) => `${name} (${at})`) };
}

/** Measures what a page shows, or a part of it. */
export function sizesOf(page, root = 'body') {
    return page.evaluate(measure, root);
}
