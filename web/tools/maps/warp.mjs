// The land follows the cities: where the layout nudged them, the outlines are nudged likewise, so
// that a port stays on its coast and a border town on its side of the border.

/** Widths of the kernels, coarse to fine; each level moves what the one before left over. */
const KERNELS = [220, 110, 70];

function level(cities, residuals, sigma) {
    return (x, y) => {
        // The constant makes the pull fade to nothing far away from every city.
        let weight = 0.02;
        let dx = 0;
        let dy = 0;
        cities.forEach((city, i) => {
            const w = Math.exp(-((x - city.homeX) ** 2 + (y - city.homeY) ** 2) / (2 * sigma * sigma));
            weight += w;
            dx += w * residuals[i].x;
            dy += w * residuals[i].y;
        });
        return { x: dx / weight, y: dy / weight };
    };
}

/** A function from real to drawn points. */
export function warpOf(cities) {
    let residuals = cities.map((city) => ({ x: city.x - city.homeX, y: city.y - city.homeY }));
    const levels = [];
    for (const sigma of KERNELS) {
        const next = level(cities, residuals, sigma);
        levels.push(next);
        residuals = cities.map((city, i) => {
            const moved = next(city.homeX, city.homeY);
            return { x: residuals[i].x - moved.x, y: residuals[i].y - moved.y };
        });
    }
    return ([x, y]) => {
        let [outX, outY] = [x, y];
        for (const each of levels) {
            const moved = each(x, y);
            outX += moved.x;
            outY += moved.y;
        }
        return [outX, outY];
    };
}

/** The smallest local area scale of a warp over a rectangle; at 0 or below the land would fold. */
export function smallestScale(warp, frame, step = 12) {
    let least = Infinity;
    for (let x = frame.left; x < frame.right; x += step) {
        for (let y = frame.top; y < frame.bottom; y += step) {
            const [ax, ay] = warp([x, y]);
            const [bx, by] = warp([x + 1, y]);
            const [cx, cy] = warp([x, y + 1]);
            least = Math.min(least, (bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
        }
    }
    return least;
}
