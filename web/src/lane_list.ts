// Lanes as text, as `triptych show` takes them: places "0,3,5-7", or lanes with their place "0.1,2.0-3".
import { ranges } from "./format";
import type { Tables } from "./types";

/** The number of a lane's place: its rank, where it has one. */
export function placeNumber(names: Tables, lane: number): number {
    const place = names.lanes.place[lane] ?? 0;
    return names.lanes.rank[lane] ?? names.places?.number[place] ?? place;
}

const laneNumber = (names: Tables, lane: number): number => names.lanes.number?.[lane] ?? 0;

/** Lanes by their names: "0.1,2.0-3". */
export function laneList(names: Tables, lanes: readonly number[]): string {
    const by = new Map<number, number[]>();
    for (const lane of lanes) {
        const place = placeNumber(names, lane);
        by.set(place, [...(by.get(place) ?? []), laneNumber(names, lane)]);
    }
    return [...by]
        .sort(([a], [b]) => a - b)
        .flatMap(([place, numbers]) => ranges([...numbers].sort((a, b) => a - b)).split(",").map((part) => `${place}.${part}`))
        .join(",");
}

/** The shortest text for lanes: their places, if all lanes of these are chosen. */
export function lanesText(names: Tables, lanes: readonly number[]): string {
    const places = new Set(lanes.map((lane) => placeNumber(names, lane)));
    const all = names.lanes.place.filter((_, lane) => places.has(placeNumber(names, lane))).length;
    return all === new Set(lanes).size ? ranges([...places].sort((a, b) => a - b)) : laneList(names, lanes);
}

/** Reads such a text. Returns rows of lanes; null if it is wrong, or no lane is meant. */
export function readLanes(names: Tables, text: string): number[] | null {
    const wanted: { place: [number, number]; lane: [number, number] }[] = [];
    for (const part of text.split(",")) {
        const found = /^\s*(?:(\d+)\.)?(\d+)(?:(-)(\d*))?\s*$/.exec(part);
        if (!found) return null;
        const first = Number(found[2]);
        const last = found[3] === undefined ? first : found[4] === "" ? Infinity : Number(found[4]);
        const place = found[1];
        wanted.push(place === undefined ? { place: [first, last], lane: [0, Infinity] } : { place: [Number(place), Number(place)], lane: [first, last] });
    }
    const within = (value: number, [first, last]: [number, number]) => value >= first && value <= last;
    const rows = names.lanes.place.map((_, lane) => lane).filter((lane) => wanted.some((one) => within(placeNumber(names, lane), one.place) && within(laneNumber(names, lane), one.lane)));
    return rows.length > 0 ? rows : null;
}
