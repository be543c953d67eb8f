// The wooden houses: one silhouette per colour, so that they differ without colour as well. Each is
// drawn in a box of 20 × 20 standing on its lower edge.

export interface HouseShape {
    /** The whole silhouette. */
    outline: string;
    /** The side in shade, a part of it. */
    shade: string;
    /** Where light comes through when the city is powered. */
    window: string;
}

const WINDOW = 'M8 12h4v5h-4z';

/** By colour: gable, flat with a chimney, barrel, lean-to, mansard, steps; last the Trust's hall. */
export const HOUSES: readonly HouseShape[] = [
    { outline: 'M2.5 19V9.5L10 2l7.5 7.5V19z', shade: 'M10 2l7.5 7.5V19H10z', window: WINDOW },
    { outline: 'M2.5 19V7.5h2.7V2.5h3.6v5h8.7V19z', shade: 'M12.5 7.5h5V19h-5z', window: 'M6.5 11.5h5v5h-5z' },
    { outline: 'M2.5 19v-9a7.5 7.5 0 0 1 15 0v9z', shade: 'M10 2.5a7.5 7.5 0 0 1 7.5 7.5v9H10z', window: WINDOW },
    { outline: 'M2.5 19V10.5L17.5 2.5V19z', shade: 'M12.2 5.4l5.3-2.9V19h-5.3z', window: 'M6 12.3h4.2v4.5h-4.2z' },
    { outline: 'M2 19v-8.5L5.4 4h9.2L18 10.5V19z', shade: 'M11 4h3.6L18 10.5V19h-7z', window: 'M7.6 12h4.4v4.8h-4.4z' },
    { outline: 'M2 19v-7h3.2V7.8h2.7V3h4.2v4.8h2.7V12H18v7z', shade: 'M10 3h2.1v4.8h2.7V12H18v7h-8z', window: WINDOW },
];

export const TRUST_HOUSE: HouseShape = {
    outline: 'M3.5 19V11H1L10 3l9 8h-2.5v8z',
    shade: 'M10 3l9 8h-2.5v8H10z',
    window: 'M7.5 13h5v4h-5z',
};
