// Finds the region, which all views share by its row, of a row of the report, which names it by kind, name and line.
import { tablesOf } from "../../names";
import * as state from "../../state";
import type { Tables } from "../../types";

export interface Known {
    kind: string;
    region: string; // the region's own name
    routine: string;
    file: string;
    line: number | null;
}

function fileOf(names: Tables, region: number): string {
    const at = names.regions.file[region];
    return at === null || at === undefined ? "" : (names.files[at] ?? "");
}

/** True if `path` is the file that the report calls `file`: the same, or its end after a slash. */
export function sameFile(path: string, file: string): boolean {
    return path === file || (file !== "" && path.endsWith(`/${file}`));
}

const indexes = new WeakMap<Tables, Map<string, number[]>>();

function indexOf(names: Tables): Map<string, number[]> {
    const old = indexes.get(names);
    if (old) return old;
    const index = new Map<string, number[]>();
    for (let row = 0; row < names.regions.name.length; row++) {
        const key = `${names.regions.line[row] ?? 0}`;
        const list = index.get(key);
        if (list) list.push(row);
        else index.set(key, [row]);
    }
    indexes.set(names, index);
    return index;
}

/** The row of a region in tables.regions; null if it is not there. */
export function regionOf(names: Tables | null, known: Known): number | null {
    if (!names) return null;
    for (const row of indexOf(names).get(`${known.line ?? 0}`) ?? []) {
        if (names.regions.kind[row] !== known.kind) continue;
        if (known.kind !== "loop" && names.regions.name[row] !== known.region) continue;
        if (known.file && !sameFile(fileOf(names, row), known.file)) continue;
        if (known.kind === "loop" && known.routine) {
            const routine = names.regions.routine[row];
            if (routine !== null && routine !== undefined && names.regions.name[routine] !== known.routine) continue;
        }
        return row;
    }
    return null;
}

/** The number of a file in tables.files; null if no region is in it. */
export function fileNumber(names: Tables | null, file: string, dir = ""): number | null {
    if (!names || !file) return null;
    const whole = dir && !file.startsWith("/") ? `${dir}/${file}` : file;
    const exact = names.files.indexOf(whole);
    if (exact >= 0) return exact;
    const end = names.files.findIndex((path) => sameFile(path, file));
    return end >= 0 ? end : null;
}

/** The path of the file as the tables call it, for state.source. */
export function pathOfFile(run: number, file: string, dir = ""): string {
    const names = tablesOf(run);
    const at = fileNumber(names, file, dir);
    return at === null ? file : names!.files[at]!;
}

/** Opens the source at a line. A file of a run that is not on screen is opened with that run. */
export function openSource(run: number, at: { file: string; dir?: string; line: number | null }, shown = run): void {
    if (!at.file) return;
    if (run !== shown) {
        state.runNumber.value = run;
        state.region.value = null;
        state.lanes.value = null;
        state.range.value = null;
    }
    state.source.value = { file: pathOfFile(run, at.file, at.dir), line: at.line ?? 1 };
    state.showView("source");
}

/** Opens a routine in the profile. */
export function openRoutine(name: string): void {
    state.setSetting("profile.routine", name, "");
    state.showView("profile");
}
