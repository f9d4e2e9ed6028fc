// One routine: own code, loops, calls, I/O and communication, which are 100 %; of all ranks and of each.
import { classColour, othersColour } from "../../draw/colours";
import { clean, count, csv, percent, time } from "../../format";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import { Bars } from "./bars_view";
import { Segments, useChoice, useTip, Facts } from "../report/controls";
import { barScale, useSeen } from "../report/scale_box";
import { openRoutine, openSource } from "../report/regions";
import { num, rowsOf, table, tableRows, text, type Raw, type Report } from "../report/report";
import { shownOf } from "../report/narrowed";
import { useRoutine } from "../report/requests";
import { tableSvg } from "../report/table_svg";
import { factsOf, place, timeOf } from "../report/values";

export interface KindShare {
    part: string; // as the report calls it
    title: string;
    time: string; // with its mark
    percent: number | null;
    visits: number | null;
    regions: number | null;
}

const TITLES: Record<string, string> = { rest: "own code", loops: "loops", calls: "calls", "I/O": "I/O", communication: "communication", regions: "regions", pauses: "pauses" };

/** The kinds of parts of one lane, or of all lanes (null), own code first. */
export function sharesOf(kinds: readonly Raw[], of: { place: number; lane: number } | null): KindShare[] {
    const rows = kinds.filter((raw) => (of === null ? num(raw["lane"]) === null : num(raw["place"]) === of.place && num(raw["lane"]) === of.lane));
    const all = rows.map((raw) => ({
        part: text(raw["part"]),
        title: TITLES[text(raw["part"])] ?? text(raw["part"]),
        time: timeOf(raw),
        percent: num(raw["percent"]),
        visits: num(raw["visits"]),
        regions: num(raw["regions"]),
    }));
    return [...all.filter((s) => s.part === "rest"), ...all.filter((s) => s.part !== "rest")];
}

/** The lanes that visited the routine. */
export function lanesOf(kinds: readonly Raw[]): { place: number; lane: number; label: string; time: number }[] {
    const lanes = new Map<string, { place: number; lane: number; label: string; time: number }>();
    for (const raw of kinds) {
        const placeOf = num(raw["place"]);
        const lane = num(raw["lane"]);
        if (placeOf === null || lane === null) continue;
        const key = `${placeOf}.${lane}`;
        const rank = num(raw["rank"]);
        const at = lanes.get(key) ?? { place: placeOf, lane, label: rank === null ? `lane ${key}` : lane > 0 ? `rank ${rank}, lane ${lane}` : `rank ${rank}`, time: 0 };
        at.time += num(raw["time_ns"]) ?? 0;
        lanes.set(key, at);
    }
    return [...lanes.values()];
}

function colourOf(part: string): string {
    const classes: Record<string, number> = { rest: 0, communication: 2, "I/O": 5, calls: 1 };
    const at = classes[part];
    if (at !== undefined) return classColour(at, dark.value);
    if (part === "loops") return dark.value ? "#86cdf5" : "#56b4e9";
    return othersColour(dark.value);
}

function ShareBar({ label, shares, total }: { label: string; shares: KindShare[]; total: number | null }) {
    const tip = useTip();
    const known = shares.filter((s) => s.percent !== null && s.percent > 0);
    return (
        <div class="share-row">
            <span class="share-label">{label}</span>
            <span class="share-bar" role="img" aria-label={`${label}: ${shares.map((s) => `${s.title} ${s.percent === null ? "not measured" : percent(s.percent)}`).join(", ")}`}>
                {known.map((s) => (
                    <span
                        key={s.part}
                        style={{ width: `${s.percent}%`, background: colourOf(s.part) }}
                        onMouseMove={(event) =>
                            tip.show(event, <Facts title={`${s.title} on ${label}`} rows={[["time", s.time], ["share", percent(s.percent)], ...(s.visits === null ? [] : [["visits", count(s.visits)] as [string, string]])]} />)
                        }
                        onMouseLeave={tip.hide}
                    />
                ))}
            </span>
            <span class="share-total">{total === null ? "not timed" : time(total)}</span>
            {tip.node}
        </div>
    );
}

function Neighbours({ title, rows }: { title: string; rows: Raw[] }) {
    return (
        <section class="neighbours">
            <h3>{title}</h3>
            {rows.length === 0 && <p class="faint">none that was measured</p>}
            <ul>
                {rows.map((raw) => (
                    <li>
                        <button type="button" class="link" disabled={text(raw["name"]).startsWith("(")} onClick={() => openRoutine(text(raw["name"]))}>
                            {clean(text(raw["name"]))}
                        </button>
                        <span class="right">
                            {timeOf(raw)}{num(raw["time_ns"]) === null ? "" : ` · ${percent(num(raw["percent"]))}`} · {count(num(raw["visits"]) ?? 0)} visits
                        </span>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function Breakdown({ run, routine }: { run: number; routine: string }) {
    const answer = useRoutine(run, routine);
    const parts = table(answer.value, "parts").filter((raw) => num(raw["lane"]) === null);
    const kinds = table(answer.value, "kinds");
    useSavable("profile", {
        name: `routine-${routine.replace(/\W+/g, "_")}`,
        svg: () => tableSvg(`Parts of ${routine}`, ["part", "name", "source", "visits", "time", "share"], parts.map((r) => [text(r["part"]), text(r["name"]), place({ file: text(r["file"]), line: num(r["line"]) }), count(num(r["visits"]) ?? 0), timeOf(r), percent(num(r["percent"]))])),
        csv: () =>
            csv(
                ["part", "name", "rank", "place", "lane", "visits", "trips", "time_ns", "percent", "file", "line"],
                table(answer.value, "parts").map((r) => [r["part"], r["name"], r["rank"], r["place"], r["lane"], r["visits"], r["trips"], r["time_ns"], r["percent"], r["file"], r["line"]]),
            ),
    });
    const { ref, seen, onScroll } = useSeen("tr.part", parts.length);
    const scale = barScale("profile.routine.parts", "time", parts.map((raw) => num(raw["time_ns"])), seen, "the parts");
    return shownOf(answer, `the parts of ${routine}`, (report) => {
        const own = rowsOf(table(report, "routine"), "routine")[0];
        const sum = sharesOf(kinds, null);
        const lanes = lanesOf(kinds);
        const chosen = state.filter.value || state.range.value || state.lanes.value;
        const none = chosen && !own?.visits; // of the routine itself; its parts may be among what is chosen
        return (
            <div class="scroll pad routine" ref={ref} onScroll={onScroll}>
                {own && (
                    <dl class="facts-line">
                        {factsOf(own).map(([name, value]) => (
                            <div>
                                <dt>{name}</dt>
                                <dd>{value}</dd>
                            </div>
                        ))}
                    </dl>
                )}
                <section>
                    <h3>Where its time goes: the parts are 100 %</h3>
                    {none && <p class="faint">No visit of {clean(routine)} itself is among what is chosen: the shares of its parts are not known.</p>}
                    <div class="legend">
                        {(none ? [] : sum).map((s) => (
                            <span>
                                <i style={{ background: colourOf(s.part) }} />
                                {s.title} {s.percent === null ? "not measured" : percent(s.percent)}
                            </span>
                        ))}
                    </div>
                    {!none && <ShareBar label="all" shares={sum} total={own?.time ?? null} />}
                    {!none && lanes.length > 1 && lanes.map((lane) => <ShareBar key={lane.label} label={lane.label} shares={sharesOf(kinds, lane)} total={lane.time} />)}
                </section>
                <section>
                    <h3>Parts</h3>
                    <table class="list parts" aria-label={`Parts of ${clean(routine)}`}>
                        <thead>
                            <tr>
                                <th>part</th>
                                <th>name</th>
                                <th>source</th>
                                <th class="right">visits</th>
                                <th class="right">trips</th>
                                <th class="right">time</th>
                                <th class="share">
                                    <span class="bar-title">share of the routine{scale.box}</span>
                                </th>
                            </tr>
                        </thead>
                        <tbody>
                            {parts.map((raw) => {
                                const part = text(raw["part"]);
                                const share = num(raw["percent"]);
                                const at = { file: text(raw["file"]), line: num(raw["line"]) };
                                return (
                                    <tr class="part">
                                        <td>{part === "itself" ? "own code" : part}</td>
                                        <td class="strong">
                                            <button type="button" class="link" onClick={() => (part === "call" ? openRoutine(text(raw["name"])) : openSource(run, at))}>
                                                {clean(text(raw["name"]))}
                                            </button>
                                        </td>
                                        <td>
                                            <button type="button" class="link" onClick={() => openSource(run, at)}>
                                                {clean(place(at))}
                                            </button>
                                        </td>
                                        <td class="right">{num(raw["visits"]) === null ? "–" : count(num(raw["visits"])!)}</td>
                                        <td class="right">{num(raw["trips"]) === null ? "–" : `${raw["trips_at_least"] === true ? "≥" : ""}${count(num(raw["trips"])!)}`}</td>
                                        <td class="right">{timeOf(raw)}</td>
                                        <td class="share">
                                            {share !== null && (
                                                <>
                                                    <span class="meter">
                                                        <i class={scale.bar(num(raw["time_ns"]))?.beyond ? "beyond" : ""} style={{ width: `${100 * (scale.bar(num(raw["time_ns"]))?.share ?? 0)}%`, background: colourOf(part === "itself" ? "rest" : part === "loop" ? "loops" : part === "call" ? "calls" : part) }} />
                                                    </span>
                                                    {own?.time ? percent(share) : ""}
                                                </>
                                            )}
                                        </td>
                                    </tr>
                                );
                            })}
                        </tbody>
                    </table>
                </section>
                <div class="two">
                    <Neighbours title="Called by" rows={table(report, "callers")} />
                    <Neighbours title="Calls" rows={table(report, "callees")} />
                </div>
            </div>
        );
    });
}

export function RoutinePage({ run, report, routine }: { run: number; report: Report; routine: string }) {
    const [tab, setTab] = useChoice("profile.routine.tab", "parts", ["parts", "loops", "io", "comm"]);
    const number = (name: "loops" | "io" | "comm"): number => tableRows(report, name).filter((row) => row.routine === routine).length;
    const own = tableRows(report, "routines").find((row) => row.region === routine);
    const back = (): void => state.setSetting("profile.routine", "", "");
    return (
        <div
            class="answer"
            onKeyDown={(event) => {
                if (event.key === "Backspace" && !(event.target instanceof HTMLInputElement)) {
                    event.preventDefault();
                    back();
                }
            }}
        >
            <div class="bar tables">
                <button type="button" onClick={back} aria-label="Back to all routines" title="Back to all routines (Backspace)">
                    ← All routines
                </button>
                <h2 class="routine-name">{clean(routine)}</h2>
                {own?.file && (
                    <button type="button" class="link" onClick={() => openSource(run, own)}>
                        {clean(place(own))}
                    </button>
                )}
                <Segments
                    label="Parts of the routine"
                    choices={[
                        { id: "parts", title: "Parts", what: "Own code, loops, calls, I/O and communication" },
                        { id: "loops", title: "Loops", count: number("loops") },
                        { id: "io", title: "I/O", count: number("io") },
                        { id: "comm", title: "Call sites", count: number("comm") },
                    ]}
                    value={tab}
                    onChange={setTab}
                />
            </div>
            {tab === "parts" ? <Breakdown run={run} routine={routine} /> : <Bars key={tab} run={run} report={report} name={tab as "loops" | "io" | "comm"} within={routine} id={`profile.routine.${tab}`} />}
        </div>
    );
}
