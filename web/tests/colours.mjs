// The inks: text is readable on its background, and the six players' colours stay distinct for
// people who do not see red or green.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';

const css = readFileSync(new URL('../src/art/theme.css', import.meta.url), 'utf8');

/** The variables of both themes; the dark one starts from the light one. */
function themes() {
    const [light, dark] = css.split(":root[data-theme='dark']").map((part) =>
        Object.fromEntries([...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, value]) => [name, value])),
    );
    return { light, dark: { ...light, ...dark } };
}

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex) => {
    const [r, g, b] = channels(hex).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
}

// Machado, Oliveira, Fernandes 2009, severity 1, on linear light.
const EYES = {
    normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
};

function seen(hex, eye) {
    const rgb = channels(hex).map(linear);
    return EYES[eye].map((row) => Math.min(1, Math.max(0, row.reduce((sum, k, i) => sum + k * rgb[i], 0))));
}

/** CIELAB of linear sRGB, D65. */
function lab([r, g, b]) {
    const f = (t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

/** A region's ground: its ink thinly over the land. Its fine pattern is left out. */
const SHARE = Number(/--region-share:\s*([\d.]+)/.exec(css)[1]);
function tinted(land, ink) {
    const over = channels(ink);
    const mixed = channels(land).map((value, i) => Math.round(255 * (value * (1 - SHARE) + over[i] * SHARE)));
    return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
const REGIONS = ['green', 'brown', 'red', 'yellow', 'blue', 'purple', 'teal'];

const DISTANCE_MIN = 11; // about five times the smallest visible difference; roofs differ as well
const CONTRAST_MIN = 4.5;

const TEXTS = [
    ['map-ink', 'map-halo'], ['map-ink', 'map-abroad'], ['map-ink', 'map-margin'], ['map-ink-soft', 'map-margin'],
    ['map-label', 'map-land'], ['enamel-ink', 'enamel'], ['enamel-ink', 'enamel-shade'], ['place-ink', 'enamel'], ['place-ink', 'enamel-shade'],
    ['sign-band-ink', 'sign-band'], ['proof-ink', 'proof'], ['notice-ink', 'notice'], ['sign-black', 'sign-garbage'],
    ...['coal', 'oil', 'uranium', 'hybrid', 'wind', 'fusion'].map((kind) => ['sign-white', `sign-${kind}`]),
    ...['coal', 'oil', 'garbage', 'uranium'].map((fuel) => [`on-token-${fuel}`, `token-${fuel}`]),
    ...[0, 1, 2, 3, 4, 5].map((seat) => [`on-player-${seat}`, `player-${seat}`]),
];

for (const [theme, inks] of Object.entries(themes())) {
    test(`${theme}: text has a contrast of ${CONTRAST_MIN} or more`, () => {
        for (const [text, ground] of TEXTS) {
            const found = contrast(inks[text], inks[ground]);
            assert.ok(found >= CONTRAST_MIN, `${text} on ${ground}: ${found.toFixed(2)}`);
        }
    });
    test(`${theme}: names of regions and cities are readable on the regions' tints`, () => {
        for (const region of REGIONS) {
            for (const text of ['map-label', 'map-ink']) {
                const found = contrast(inks[text], tinted(inks['map-land'], inks[`region-${region}`]));
                assert.ok(found >= CONTRAST_MIN, `${text} on ${region}: ${found.toFixed(2)}`);
            }
        }
    });
    for (const eye of Object.keys(EYES)) {
        test(`${theme}: players' colours are distinct with ${eye}`, () => {
            for (let a = 0; a < 6; a++) {
                for (let b = a + 1; b < 6; b++) {
                    const found = distance(...[a, b].map((seat) => lab(seen(inks[`player-${seat}`], eye))));
                    assert.ok(found >= DISTANCE_MIN, `${a} and ${b}: ${found.toFixed(1)}`);
                }
            }
        });
    }
}
