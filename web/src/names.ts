// Names of a run's lanes, regions and nodes: loaded once per run, and again while the run grows.
import { signal } from "@preact/signals";
import { clean } from "./format";
import type { Tables } from "./types";

/** Tables of each run, by its number. */
export const tables = signal<Record<number, Tables>>({});

export function tablesOf(run: number): Tables | null {
    return tables.value[run] ?? null;
}

/** How many lanes each place has, found once for a run's tables. */
const laneCounts = new WeakMap<Tables, Map<number, number>>();

function lanesOfPlace(names: Tables, place: number): number {
    let counts = laneCounts.get(names);
    if (!counts) {
        counts = new Map();
        for (const at of names.lanes.place) counts.set(at, (counts.get(at) ?? 0) + 1);
        laneCounts.set(names, counts);
    }
    return counts.get(place) ?? 0;
}

/** Words for a place and a lane: those of a script are nodes and their cores. */
export function wordsOf(names: { script?: boolean } | null): { place: string; lane: string } {
    return names?.script ? { place: "node", lane: "core" } : { place: "place", lane: "thread" };
}

/** Name of the library that the program communicates by: that of its vocabulary, or MPI. */
export function libraryOf(names: { library?: string } | null): string {
    return names?.library ? clean(names.library) : "MPI";
}

/** Name of a place for people: "rank 3", or "place 3" where there are no ranks. */
export function placeLabel(names: Tables | null, place: number): string {
    const rank = names?.places?.rank[place];
    return rank !== null && rank !== undefined ? `rank ${rank}` : `${wordsOf(names).place} ${names?.places?.number[place] ?? place}`;
}

/** Name of a lane for people: "rank 0 thread 1"; a place with one lane needs no thread, a run with one place no place. */
export function laneLabel(names: Tables | null, lane: number): string {
    if (!names || names.lanes.place[lane] === undefined) return `lane ${lane}`;
    const place = names.lanes.place[lane];
    const thread = `${wordsOf(names).lane} ${names.lanes.number?.[lane] ?? 0}`;
    const rank = names.lanes.rank[lane];
    const only = rank === null && (names.places?.number.length ?? 1) === 1;
    const where = rank !== null && rank !== undefined ? `rank ${rank}` : placeLabel(names, place);
    if (only) return thread;
    return lanesOfPlace(names, place) > 1 ? `${where} ${thread}` : where;
}

/** Name of a row that merges neighbouring lanes: "ranks 0–9". */
export function lanesLabel(names: Tables | null, first: number, last: number): string {
    const a = laneLabel(names, first);
    const b = laneLabel(names, last);
    const [, word, from] = /^(rank|place|thread|node|core) (\d+)$/.exec(a) ?? [];
    const [, other, to] = /^(rank|place|thread|node|core) (\d+)$/.exec(b) ?? [];
    if (a === b) return a;
    return word !== undefined && word === other ? `${word}s ${from}–${to}` : `${a} … ${b}`;
}

/** Name of a region for people: as the program calls it; a region without a name by its kind and line. */
export function regionName(names: Tables | null, region: number): string {
    if (!names) return `region ${region}`;
    if (region === 0) return "(outside of all regions)";
    const name = names.regions.label?.[region] || names.regions.name[region];
    if (name) return clean(name);
    const kind = names.regions.kind[region] ?? "region";
    const line = names.regions.line[region];
    const routine = names.regions.routine[region];
    const inside = routine ? names.regions.name[routine] : "";
    return clean(`${kind}${line ? ` at line ${line}` : ""}${inside ? ` of ${inside}` : ""}`);
}

/** The shortest name that is enough inside a bar. */
export function regionShort(names: Tables | null, region: number): string {
    if (region === 0) return "";
    const name = names?.regions.name[region];
    return name ? clean(name) : regionName(names, region);
}

/** File and line of a region: "solver.c:17"; empty if they are not known. */
export function regionPlace(names: Tables | null, region: number): string {
    const file = names?.regions.file[region];
    const line = names?.regions.line[region];
    const path = file === null || file === undefined ? "" : (names?.files[file] ?? "");
    const base = path.slice(path.lastIndexOf("/") + 1);
    return base ? clean(line ? `${base}:${line}` : base) : "";
}

/** Nodes from the outermost to the innermost on the path of a node. */
export function nodePath(names: Tables, node: number): number[] {
    const path: number[] = [];
    const { region, parent } = names.nodes;
    for (let at: number | null = node, guard = 0; at !== null && guard < 10000; guard++) {
        const own: number | undefined = region[at];
        if (own === undefined) break;
        if (own !== 0) path.push(at);
        const up: number | null = parent[at] ?? null;
        if (up === at) break;
        at = up;
    }
    return path.reverse();
}

/** The row of a region with this name, file and line; null if there is none. The report names regions so. */
export function findRegion(
    names: Tables | null,
    wanted: { name?: string; kind?: string; file?: string; line?: number | null },
): number | null {
    if (!names) return null;
    const { name, kind, file, line } = names.regions;
    for (let row = 0; row < name.length; row++) {
        if (wanted.name !== undefined && name[row] !== wanted.name) continue;
        if (wanted.kind !== undefined && kind[row] !== wanted.kind) continue;
        if (wanted.line !== undefined && (line[row] ?? null) !== wanted.line) continue;
        if (wanted.file !== undefined) {
            const at = file[row];
            const path = at === null || at === undefined ? "" : (names.files[at] ?? "");
            if (path !== wanted.file && !path.endsWith(`/${wanted.file}`)) continue;
        }
        return row;
    }
    return null;
}
