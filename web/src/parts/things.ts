// Details of regions and lanes, and the conditions that keep only them.
import { regionName, regionPlace } from "../names";
import type { Detail, DetailRow } from "../state";
import type { Tables } from "../types";
import { quoted } from "./only";

/** A condition on an event `e` that is true for one region. */
export function regionCondition(names: Tables | null, region: number): string {
    const name = names?.regions.name[region];
    const kind = names?.regions.kind[region];
    if (name && kind === "routine" && names!.regions.name.indexOf(name) === names!.regions.name.lastIndexOf(name)) return `e.name == ${quoted(name)}`;
    return `e.region == ${region}`;
}

/** Rows of the detail panel that say what a region is and where it stands. */
export function regionRows(names: Tables | null, region: number): DetailRow[] {
    const rows: DetailRow[] = [];
    const place = regionPlace(names, region);
    const file = names?.regions.file[region];
    const line = names?.regions.line[region];
    const path = file === null || file === undefined ? undefined : names?.files[file];
    if (place)
        rows.push(
            path !== undefined && line
                ? { name: "source", value: place, title: path, pick: { file: path, line } }
                : { name: "source", value: place },
        );
    const routine = names?.regions.routine[region];
    if (routine && routine !== region) rows.push({ name: "routine", value: regionName(names, routine), pick: { region: routine } });
    return rows;
}

export function regionDetail(names: Tables | null, region: number, more: DetailRow[] = []): Detail {
    return {
        title: regionName(names, region),
        kind: names?.regions.kind[region] ?? "",
        rows: [...regionRows(names, region), ...more],
        thing: { region },
        only: regionCondition(names, region),
    };
}
