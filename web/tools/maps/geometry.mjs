// Plane geometry shared by the map tools and their check: rectangles, lines, polygons.

/** Rectangles are {left, top, right, bottom}. */
export const grown = (r, by) => ({
    left: r.left - by,
    top: r.top - by,
    right: r.right + by,
    bottom: r.bottom + by,
});

export const overlap = (a, b) =>
    Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

export const inside = (r, frame) =>
    r.left >= frame.left && r.top >= frame.top && r.right <= frame.right && r.bottom <= frame.bottom;

/** How far a circle reaches into a rectangle; negative when it does not touch. */
export function circleInRect(x, y, radius, r) {
    const dx = Math.max(r.left - x, 0, x - r.right);
    const dy = Math.max(r.top - y, 0, y - r.bottom);
    if (dx > 0 || dy > 0) return radius - Math.hypot(dx, dy);
    return radius + Math.min(x - r.left, r.right - x, y - r.top, r.bottom - y);
}

/** How far along the ray from (x, y) in direction (dx, dy) a rectangle around the point ends. */
export function exitOf(x, y, dx, dy, r) {
    const tx = dx > 0 ? (r.right - x) / dx : dx < 0 ? (r.left - x) / dx : Infinity;
    const ty = dy > 0 ? (r.bottom - y) / dy : dy < 0 ? (r.top - y) / dy : Infinity;
    return Math.min(tx, ty);
}

/** How deep a segment cuts into a rectangle, and the way the rectangle would have to give. */
export function segmentInRect(a, b, r) {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = Math.hypot(dx, dy) || 1;
    const cx = (r.left + r.right) / 2;
    const cy = (r.top + r.bottom) / 2;
    const along = ((cx - a.x) * dx + (cy - a.y) * dy) / length;
    if (along <= 0 || along >= length) return null;
    const nx = -dy / length;
    const ny = dx / length;
    const side = (cx - a.x) * nx + (cy - a.y) * ny;
    const reach = (Math.abs(nx) * (r.right - r.left) + Math.abs(ny) * (r.bottom - r.top)) / 2;
    const depth = reach - Math.abs(side);
    if (depth <= 0) return null;
    const sign = side < 0 ? -1 : 1;
    return { depth, x: nx * sign, y: ny * sign };
}

export function pointInRings(x, y, rings) {
    let odd = false;
    for (const ring of rings) {
        for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
            const [xi, yi] = ring[i];
            const [xj, yj] = ring[j];
            if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
        }
    }
    return odd;
}

/** The part of a convex polygon nearer to p than to q. */
export function nearerHalf(polygon, p, q) {
    const nx = q.x - p.x;
    const ny = q.y - p.y;
    const limit = (q.x ** 2 - p.x ** 2 + q.y ** 2 - p.y ** 2) / 2;
    const over = ([x, y]) => x * nx + y * ny - limit;
    const kept = [];
    polygon.forEach((point, i) => {
        const next = polygon[(i + 1) % polygon.length];
        const here = over(point);
        const there = over(next);
        if (here <= 0) kept.push(point);
        if (here < 0 !== there < 0) {
            const t = here / (here - there);
            kept.push([point[0] + t * (next[0] - point[0]), point[1] + t * (next[1] - point[1])]);
        }
    });
    return kept;
}

/** Ramer–Douglas–Peucker: drops points that lie within tolerance of the line. */
export function simplified(points, tolerance) {
    if (points.length < 3) return points;
    const keep = new Uint8Array(points.length);
    keep[0] = keep[points.length - 1] = 1;
    const stack = [[0, points.length - 1]];
    while (stack.length > 0) {
        const [from, to] = stack.pop();
        const far = farthest(points, from, to);
        if (far.distance <= tolerance) continue;
        keep[far.index] = 1;
        stack.push([from, far.index], [far.index, to]);
    }
    return points.filter((_, i) => keep[i] === 1);
}

function farthest(points, from, to) {
    const [ax, ay] = points[from];
    const dx = points[to][0] - ax;
    const dy = points[to][1] - ay;
    const length = Math.hypot(dx, dy);
    let best = { index: from, distance: -1 };
    for (let i = from + 1; i < to; i++) {
        const px = points[i][0] - ax;
        const py = points[i][1] - ay;
        const distance = length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length;
        if (distance > best.distance) best = { index: i, distance };
    }
    return best;
}

export function areaOf(ring) {
    let sum = 0;
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
        sum += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
    return sum / 2;
}

export function lengthOf(line) {
    let sum = 0;
    for (let i = 1; i < line.length; i++) sum += Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]);
    return sum;
}

/** Compact SVG path data with whole numbers; relative, so that most steps take few bytes. */
export function pathOf(lines, closed) {
    let out = '';
    for (const line of lines) {
        let [x, y] = line[0].map(Math.round);
        let steps = '';
        for (const point of line.slice(1)) {
            const [px, py] = point.map(Math.round);
            if (px === x && py === y) continue;
            steps += `${steps && px - x >= 0 ? ' ' : ''}${px - x}${py - y >= 0 ? ' ' : ''}${py - y}`;
            [x, y] = [px, py];
        }
        if (steps === '') continue;
        const [sx, sy] = line[0].map(Math.round);
        out += `M${sx} ${sy}l${steps}${closed ? 'z' : ''}`;
    }
    return out;
}
