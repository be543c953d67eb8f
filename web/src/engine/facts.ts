// Boards and plants, from the files that the engine is built from.
import rules from '$data/board-rules.json';
import benelux from '$data/boards/benelux.json';
import centralEurope from '$data/boards/central-europe.json';
import france from '$data/boards/france.json';
import germanyRecharged from '$data/boards/germany-recharged.json';
import germany from '$data/boards/germany.json';
import italy from '$data/boards/italy.json';
import usaRecharged from '$data/boards/usa-recharged.json';
import usa from '$data/boards/usa.json';
import tables from '$data/tables.json';
import type { Board, Edition, Fuel, Kind, Plant } from './types';

interface BoardFile {
    id: string;
    base?: string;
    name: string;
    editions: string[];
    regions: { id: string; colour: string }[];
    cities: { id: string; name: string; region: string; lat: number; lon: number }[];
    connections: (string | number)[][];
}

function boardOf(file: BoardFile, index: number): Board {
    const regions = file.regions.map((region, at) => ({ index: at, ...region }));
    const cities = file.cities.map((city, at) => ({
        index: at,
        id: city.id,
        name: city.name,
        region: file.regions.findIndex((region) => region.id === city.region),
        lat: city.lat,
        lon: city.lon,
    }));
    const cityAt = new Map(cities.map((city) => [city.id, city.index]));
    const links = file.connections.map(([from, to, cost]) => ({
        from: cityAt.get(from as string)!,
        to: cityAt.get(to as string)!,
        cost: cost as number,
    }));
    const { id, name, base = id } = file;
    return { index, id, base, name, editions: file.editions as Edition[], regions, cities, links };
}

/** The boards in the engine's order, which is the order of their file names. */
export const boards: readonly Board[] = [
    benelux,
    centralEurope,
    france,
    germanyRecharged,
    germany,
    italy,
    usaRecharged,
    usa,
].map(boardOf);

export function boardById(id: string): Board {
    const board = boards.find((each) => each.id === id);
    if (board === undefined) throw new Error(`there is no board '${id}'`);
    return board;
}

/** The board with this id, or the printing of this board for the edition: 'germany' finds 'germany-recharged'. */
export function boardFor(name: string, edition: Edition): Board {
    const board = boards.find(({ id, base, editions }) => (name === id || name === base) && editions.includes(edition));
    if (board === undefined) throw new Error(`there is no board '${name}' in the ${edition} edition`);
    return board;
}

/** Central Europe: a player needs a city in one of these regions to buy a nuclear plant. */
export const nuclearRegions: readonly string[] = rules['central-europe'].recharged.nuclear_regions;

const plants = new Map(tables.plants.map((plant) => [plant.number, plant as Plant]));

export function plantOf(number: number): Plant {
    const plant = plants.get(number);
    if (plant === undefined) throw new Error(`there is no plant ${number}`);
    return plant;
}

export const allPlants: readonly Plant[] = [...plants.values()];

/** The price of every token place of a fuel, cheapest first. */
export function placePrices(fuel: Fuel): number[] {
    const { prices, tokens_per_space } = tables.ladder[fuel];
    return prices.flatMap((price) => Array<number>(tokens_per_space).fill(price));
}

export const placeCost: readonly number[] = tables.place_cost;

export interface Thresholds {
    areas: number;
    step2: number;
    end: number;
}

/** The number of regions in play, and the numbers of cities that begin Step 2 and end the game. */
export function thresholds(edition: Edition, players: number): Thresholds {
    const row = tables.thresholds[edition][String(players) as '2'];
    return { areas: row.areas, step2: row.step2_cities, end: row.end_cities };
}

/** The fuels a plant of this kind can burn. */
export function fuelsOf(kind: Kind): Fuel[] {
    if (kind === 'hybrid') return ['coal', 'oil'];
    return kind === 'wind' || kind === 'fusion' ? [] : [kind];
}
