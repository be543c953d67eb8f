// The settings of each map: countries, projection, size.
//
//   home      the countries of the board, by ISO 3166 number as in world-atlas
//   detail    the outlines used: '50m' or '10m'
//   parallels of the conic projection
//   widen     east–west stretch, as of a projection with a standard parallel further south; gives
//             tall countries more of a wide screen
//   area      of the rectangle the cities are spread over at first, in thousand square units
//   step      of the graticule, in degrees
//   coarse    how much more roughly than usual lines are drawn, for ragged coasts

export const BOARDS = {
    germany: { home: ['276'], detail: '50m', parallels: [48, 54], widen: 1.16, area: 620, step: 2 },
    usa: { home: ['840'], detail: '50m', parallels: [30, 46], widen: 1, area: 680, step: 5, coarse: 1.6 },
    france: { home: ['250'], detail: '50m', parallels: [43, 50], widen: 1.12, area: 640, step: 2 },
    italy: { home: ['380'], detail: '50m', parallels: [38, 45], widen: 1.12, area: 860, step: 2, coarse: 1.2 },
    benelux: { home: ['528', '056', '442'], detail: '10m', parallels: [50, 53], widen: 1.1, area: 560, step: 1 },
    'central-europe': { home: ['616', '203', '703', '040', '348'], detail: '50m', parallels: [47, 53], widen: 1.08, area: 680, step: 2, coarse: 1.2 },
};

/** A board of the second edition uses the land of the first. */
export const baseOf = (board) => BOARDS[board.base ?? board.id];
