// The requests of the views of tables. A standalone file holds the answers to these very paths.
import { getReport, path, ask } from "../../api";
import { useAnswer, type Answer } from "../../parts/states";
import { growth } from "../../run";
import type { SourceAnswer } from "../source/lines";
import { part } from "./narrowed";
import type { Report } from "./report";

/** Tables of the report that each view needs, in one request each. */
export const SECTIONS = {
    overview: "places,routines,loops,comm_sites,comm,untimed,waits,comm_stalls,efficiency,advice",
    profile: "places,routines,loops,io,user,sync,comm_sites,comm,untimed,excluded,hot,unmeasured,never",
    communication: "places,comm_sites,comm,comm_ranks,comm_means,comm_matrix,comm_data,comm_sizes,comm_kinds,comm_doing,comm_causes,comm_waits,comm_stalls,balance,critical,critical_path,critical_places",
} as const;

export function useSections(run: number, name: keyof typeof SECTIONS): Answer<Report> {
    const filter = name === "overview" ? "" : part();
    return useAnswer(`${name} ${run} ${growth.value} ${filter}`, (signal) => getReport<Report>(run, { sections: SECTIONS[name], filter, lanes: name === "profile" }, signal));
}

/** The profile of the whole run, whatever is chosen. */
export function useWholeProfile(run: number): Answer<Report> {
    return useAnswer(`whole ${run} ${growth.value}`, (signal) => getReport<Report>(run, { sections: SECTIONS.profile, lanes: 1 }, signal));
}

export function useRoutine(run: number, routine: string): Answer<Report> {
    const filter = part();
    return useAnswer(`routine ${run} ${routine} ${growth.value} ${filter}`, (signal) => getReport<Report>(run, { routine, filter, lanes: 1 }, signal));
}

/** All call paths, also those that take less than a percent. */
export const getTree = (run: number, signal: AbortSignal): Promise<Report> => getReport<Report>(run, { tree: 1, min_percent: 0, filter: part() }, signal);

/** The loop tree of a binary, complete. */
export const getLoopTree = (run: number): Promise<Record<string, unknown>> => ask<Record<string, unknown>>(path(`/api/${run}/loops`, { threshold: "0", filter: part() }));

export const getLines = (run: number, file: number): Promise<SourceAnswer> => ask<SourceAnswer>(path(`/api/${run}/source`, { file: String(file), filter: part() }));
