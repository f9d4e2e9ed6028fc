// What a person should know first: time, whether the run is complete, efficiency, advice, the hottest regions.
import { useState } from "preact/hooks";
import { clean, count, counted, csv, percent, time } from "../../format";
import { libraryOf, tablesOf } from "../../names";
import { shown } from "../../parts/states";
import { useSavable } from "../../savable";
import * as state from "../../state";
import type { ViewProps } from "../../views";
import { barsSvg } from "../profile/bars_svg";
import { sorted } from "../profile/bars";
import { WholeRunNote } from "../report/narrowed";
import { openRoutine, openSource } from "../report/regions";
import { num, table, tableRows, text, type Raw, type Report, type Row } from "../report/report";
import { useSections } from "../report/requests";
import { marked, place } from "../report/values";

/** The view, and its setting, that shows the evidence of a finding. */
export function evidenceOf(finding: string): { view: string; settings: [string, string][]; title: string } {
    const profile = (name: string, by: string): [string, string][] => [["profile.table", name], ["profile.routine", ""], ...(by ? ([[`profile.${name}.by`, by]] as [string, string][]) : [])];
    if (/^(late_sender|late_receiver|late_to_collective|blocking_ring|polling_mpi|barrier_only_waits|one_rank_makes_all_work)$/.test(finding)) return { view: "communication", settings: [["communication.part", "waits"]], title: "Waits and their causes" };
    if (/^(many_small_messages|messages_to_itself)$/.test(finding)) return { view: "communication", settings: [["communication.part", "matrix"]], title: "Messages between ranks" };
    if (/^(load_imbalance)$/.test(finding)) return { view: "profile", settings: profile("routines", "each"), title: "Routines of each rank" };
    if (/^(collective_in_inner_loop)$/.test(finding)) return { view: "profile", settings: profile("comm", ""), title: "Call sites" };
    if (/io/.test(finding) && finding !== "oversubscribed") return { view: "profile", settings: profile("io", "each"), title: "I/O of each rank" };
    if (/^(threads_wait_at_barrier|lock_contention|small_tasks|spinning_loop)$/.test(finding)) return { view: "profile", settings: profile("sync", ""), title: "Synchronisation" };
    return { view: "profile", settings: profile("routines", "each"), title: "Routines" };
}

function follow(finding: string): void {
    const { view, settings } = evidenceOf(finding);
    for (const [name, value] of settings) state.setSetting(name, value, name.endsWith(".table") ? "routines" : name.endsWith(".by") ? "sum" : "");
    state.showView(view);
}

function Card({ title, value, more, tone }: { title: string; value: string; more?: string; tone?: string }) {
    return (
        <div class={`card ${tone ?? ""}`}>
            <span class="card-title">{title}</span>
            <strong class={/\d/.test(value[0] ?? "") || value.length < 14 ? "" : "words"}>{value}</strong>
            {more && <small>{more}</small>}
        </div>
    );
}

const FACTORS: Record<string, string> = { parallel_efficiency: "parallel efficiency", load_balance: "load balance", communication_efficiency: "communication efficiency", serialisation: "serialisation", transfer: "transfer" };

function factorName(factor: string): string {
    return FACTORS[factor] ?? factor.replaceAll("_", " ");
}

function tone(share: number): string {
    return share >= 80 ? "good" : share >= 50 ? "middling" : "poor";
}

function Efficiency({ rows }: { rows: Raw[] }) {
    return (
        <section aria-label="Efficiency">
            <h2>Efficiency</h2>
            <table class="list efficiency" aria-label="Efficiency factors">
                <tbody>
                    {rows.map((raw) => {
                        const share = num(raw["percent"]);
                        const level = num(raw["level"]) ?? 0;
                        return (
                            <tr title={clean(text(raw["meaning"]))}>
                                <th scope="row" class={`level-${Math.min(3, level)}`}>
                                    {clean(factorName(text(raw["factor"])))}
                                </th>
                                <td class="right strong">{share === null ? "not known" : percent(share)}</td>
                                <td class="gauge">
                                    <span class="meter">
                                        <i class={share === null ? "" : tone(share)} style={{ width: `${Math.max(0, Math.min(100, share ?? 0))}%` }} />
                                    </span>
                                </td>
                                <td class="right faint">{num(raw["lost_ns"]) === null ? "" : `${time(num(raw["lost_ns"]))} lost`}</td>
                            </tr>
                        );
                    })}
                </tbody>
            </table>
            {rows.filter((raw) => text(raw["sentence"])).map((raw) => (
                <p class="sentence">{clean(text(raw["sentence"]))}</p>
            ))}
        </section>
    );
}

function Finding({ run, raw, at }: { run: number; raw: Raw; at: number }) {
    const [open, setOpen] = useState(at === 0);
    const evidence = evidenceOf(text(raw["finding"]));
    const where = { file: text(raw["file"]), line: num(raw["line"]) };
    const share = num(raw["percent"]);
    return (
        <li class="finding">
            <button type="button" class="finding-head" aria-expanded={open} onClick={() => setOpen(!open)}>
                <span class="cost">
                    <strong>{num(raw["cost_ns"]) === null ? "–" : `${raw["cost_at_least"] === true ? "≥" : ""}${time(num(raw["cost_ns"]))}`}</strong>
                    {share !== null && <small>{`${percent(share)} of the ${text(raw["of"]) === "lanes" ? "time of all lanes" : clean(text(raw["of"])) || "run"}`}</small>}
                </span>
                <span class="finding-title">{clean(text(raw["title"]))}</span>
                <span aria-hidden="true">{open ? "▾" : "▸"}</span>
            </button>
            {open && (
                <div class="finding-body">
                    <p>
                        <b>Evidence.</b> {clean(text(raw["evidence"]))}.
                    </p>
                    <p>
                        <b>Try.</b> {clean(text(raw["try"]))}.
                    </p>
                    <p class="finding-links">
                        <button type="button" onClick={() => follow(text(raw["finding"]))}>
                            Show: {evidence.title}
                        </button>
                        {where.file && (
                            <button type="button" onClick={() => openSource(run, where)}>
                                Source: {clean(place(where))}
                            </button>
                        )}
                        {text(raw["routine"]) && (
                            <button type="button" onClick={() => openRoutine(text(raw["routine"]))}>
                                Routine: {clean(text(raw["routine"]))}
                            </button>
                        )}
                    </p>
                </div>
            )}
        </li>
    );
}

function Hottest({ run, title, rows, kind }: { run: number; title: string; rows: Row[]; kind: "routines" | "loops" | "comm" }) {
    const counted = rows.every((row) => row.exclusive === null) && rows.some((row) => row.instructions !== null);
    const tasks = tablesOf(run)?.script === true;
    const measure = counted ? ("instructions" as const) : ("exclusive" as const);
    const top = sorted(rows.filter((row) => row[measure] !== null), (row) => row[measure], true).slice(0, 6);
    if (top.length === 0) return null;
    const full = top[0]![measure] || 1;
    return (
        <section aria-label={title}>
            <h2>{title}</h2>
            <table class="list hot" aria-label={title}>
                <tbody>
                    {top.map((row) => {
                        const share = counted ? row.instructionsPercent : row.exclusivePercent;
                        return (
                            <tr onMouseLeave={() => (state.hovered.value = null)}>
                                <td class="strong name" title={clean(row.name)}>
                                    <button type="button" class="link" onClick={() => (row.kind === "routine" ? openRoutine(row.region) : openSource(run, row))}>
                                        {clean(row.name)}
                                    </button>
                                </td>
                                <td>
                                    {row.file && (
                                        <button type="button" class="link faint" onClick={() => openSource(run, row)}>
                                            {clean(place(row))}
                                        </button>
                                    )}
                                </td>
                                <td class="gauge">
                                    <span class="meter">
                                        <i class={kind} style={{ width: `${(100 * row[measure]!) / full}%` }} />
                                    </span>
                                </td>
                                <td class="right">{marked(row, measure, row[measure])}</td>
                                <td class="right faint">{share === null ? "" : percent(share)}</td>
                            </tr>
                        );
                    })}
                </tbody>
            </table>
            <p class="faint small-print">
                {kind === "comm" ? "Time of all ranks in each call." : tasks ? "Time of all visits." : counted ? "Exclusive instructions, without what it calls." : "Exclusive time: without what it calls."}{" "}
                <button type="button" class="link" onClick={() => (state.setSetting("profile.table", kind, "routines"), state.setSetting("profile.routine", "", ""), state.showView("profile"))}>
                    All {kind === "comm" ? "call sites" : tasks ? "tasks" : kind}
                </button>
            </p>
        </section>
    );
}

interface RunHead {
    words: string;
    good: boolean;
    reasons: string[];
    /** What a filter chose not to log: the user's wish, and no reason against a complete run. */
    filtered: string;
}

/** Whether the run is complete, in words; every reason against it is named. */
export function completeness(report: Report): RunHead {
    const head = (report["run"] ?? {}) as Raw;
    const reasons: string[] = [];
    const places = table(report, "places");
    const stateName = text(head["state"]);
    if (stateName === "running") reasons.push("the run is still running: numbers grow");
    else if (stateName !== "ended") reasons.push(text(head["state_text"]) || stateName);
    const unfinished = places.filter((raw) => text(raw["state"]) !== "ended" && text(raw["state"]) !== "").length;
    if (unfinished > 0 && stateName !== "running") reasons.push(`${count(unfinished)} of ${count(places.length)} places ${unfinished === 1 ? "is" : "are"} unfinished`);
    const damaged = places.filter((raw) => text(raw["damage"])).length;
    if (damaged > 0) reasons.push(damaged === 1 ? "1 place has damaged files" : `${count(damaged)} places have damaged files`);
    if (num(head["dropped_events"]) !== null) reasons.push(text(head["missing"]));
    if (num(head["paused_ns"])) reasons.push(`measuring was paused for ${time(num(head["paused_ns"]))}`);
    const status = num(head["exit_status"]);
    return { words: text(head["state_text"]) || stateName, good: reasons.length === 0 && (status === null || status === 0), reasons, filtered: num(head["dropped_events"]) === null ? text(head["missing"]) : "" };
}

function Head({ report, script }: { report: Report; script: boolean }) {
    const head = (report["run"] ?? {}) as Raw;
    const done = completeness(report);
    const least = num(head["overhead_least_ns"]);
    const most = num(head["overhead_most_ns"]);
    const overhead = num(head["overhead_percent"]);
    const ranks = table(report, "places").filter((raw) => num(raw["rank"]) !== null).length;
    const places = num(head["places"]) ?? 0;
    const lanes = num(head["lanes"]) ?? 0;
    return (
        <>
            <p class="command mono" title="Command">
                {clean(text(head["command"]))}
            </p>
            <div class="cards">
                <Card title="time of the run" value={`${head["time_at_least"] === true ? "≥" : ""}${time(num(head["time_ns"]))}`} more={`${time(num(head["lane_time_ns"]))} of all lanes together`} />
                <Card title={ranks > 0 ? "ranks" : script ? "nodes" : "places"} value={count(ranks > 0 ? ranks : places)} more={`${counted(lanes, script ? "core" : "lane")} on ${clean(text(head["host"]))}`} />
                <Card title={done.reasons.length === 0 ? "complete" : "not complete"} value={clean(done.words)} more={done.reasons.length === 0 ? clean(done.filtered || "all that was measured is here") : clean(done.reasons.join("; "))} tone={done.good ? "good" : "warn"} />
                <Card title="measuring added" value={overhead === null ? "not known" : percent(overhead)} more={script ? "tasks are timed from outside" : least !== null && most !== null ? `between ${time(least)} and ${time(most)}` : "loops were counted, not timed"} />
            </div>
        </>
    );
}

/** All that the overview shows, one fact per line. */
export function overviewCsv(report: Report | null): string {
    const head = (report?.["run"] ?? {}) as Raw;
    const regions = (["routines", "loops", "comm"] as const).flatMap((name) => tableRows(report, name).map((row) => [name === "comm" ? `${libraryOf(head as { library?: string })} call` : row.kind, row.name, row.exclusive ?? row.instructions, row.exclusive === null && row.instructions !== null ? row.instructionsPercent : row.exclusivePercent, row.file, row.line, row.note]));
    return csv(
        ["subject", "name", "value", "percent", "file", "line", "text"],
        [
            ["run", "time_ns", head["time_ns"], null, null, null, head["command"]],
            ["run", "state", null, null, null, null, head["state_text"]],
            ...table(report, "efficiency").map((raw) => ["efficiency", raw["factor"], raw["lost_ns"], raw["percent"], null, null, raw["meaning"]]),
            ...table(report, "advice").map((raw) => ["advice", raw["finding"], raw["cost_ns"], raw["percent"], raw["file"], raw["line"], `${text(raw["title"])}. ${text(raw["evidence"])}. ${text(raw["try"])}`]),
            ...regions,
        ],
    );
}

export function Overview({ run }: ViewProps) {
    const answer = useSections(run, "overview");
    useSavable("overview", {
        name: "overview",
        svg: () => barsSvg("Routines", sorted(tableRows(answer.value, "routines"), (r) => r.exclusive, true).slice(0, 20), ["exclusive", "time"]),
        csv: () => overviewCsv(answer.value),
    });
    return shown(answer, "the overview", (report) => {
        const efficiency = table(report, "efficiency");
        const advice = table(report, "advice");
        const waits = [...table(report, "waits"), ...table(report, "comm_stalls")];
        const untimed = table(report, "untimed").length;
        const script = tablesOf(run)?.script === true;
        return (
            <div class="scroll overview">
                <WholeRunNote />
                <Head report={report} script={script} />
                {waits.length > 0 && (
                    <section class="alarm" role="alert" aria-label="Waits">
                        <h2>{waits.some((raw) => (num(raw["circle"]) ?? 0) > 0) ? "Deadlock: who waits for whom" : "Who waits for whom"}</h2>
                        <ul>
                            {waits.slice(0, 12).map((raw) => (
                                <li>
                                    {clean(text(raw["sentence"]))}{" "}
                                    {text(raw["file"]) && (
                                        <button type="button" class="link" onClick={() => openSource(run, { file: text(raw["file"]), line: num(raw["line"]) })}>
                                            {clean(place({ file: text(raw["file"]), line: num(raw["line"]) }))}
                                        </button>
                                    )}
                                </li>
                            ))}
                        </ul>
                        <p>
                            {waits.length > 12 && `${waits.length - 12} more are in the report. `}
                            <button type="button" onClick={() => state.showView("sync")}>
                                Show: Synchronization
                            </button>
                        </p>
                    </section>
                )}
                <div class="columns">
                    <div>
                        {efficiency.length > 0 && <Efficiency rows={efficiency} />}
                        <section aria-label="Advice">
                            <h2>What to look at first</h2>
                            {advice.length === 0 ? (
                                <p class="faint">Nothing that costs much was found. The tables at the right show where the time goes.</p>
                            ) : (
                                <ul class="findings">
                                    {advice.map((raw, i) => (
                                        <Finding key={i} run={run} raw={raw} at={i} />
                                    ))}
                                </ul>
                            )}
                        </section>
                    </div>
                    <div>
                        <Hottest run={run} title={script ? "Longest tasks" : "Hottest routines"} rows={tableRows(report, "routines")} kind="routines" />
                        <Hottest run={run} title="Hottest loops" rows={tableRows(report, "loops")} kind="loops" />
                        {!script && <Hottest run={run} title={`${libraryOf(tablesOf(run))} calls`} rows={tableRows(report, "comm")} kind="comm" />}
                        {untimed > 0 && (
                            <p class="faint">
                                {untimed === 1 ? "1 region was not timed, or its time is estimated (~)." : `${count(untimed)} regions were not timed, or their time is estimated (~).`}{" "}
                                <button type="button" class="link" onClick={() => (state.setSetting("profile.table", "untimed", "routines"), state.setSetting("profile.routine", "", ""), state.showView("profile"))}>
                                    Which, and why
                                </button>
                            </p>
                        )}
                    </div>
                </div>
            </div>
        );
    });
}
