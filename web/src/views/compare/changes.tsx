// What changed from the first run to the second, as `triptych compare` judges it.
import { getChanges } from "../../api";
import { clean, count, number, percent } from "../../format";
import { Empty, useAnswer } from "../../parts/states";
import { useSavable } from "../../savable";
import { matches } from "../profile/bars";
import { Search, Segments, useChoice, useSetting } from "../report/controls";
import { shownOf } from "../report/narrowed";
import { openSource } from "../report/regions";
import { num, table, text, type Measure, type Raw } from "../report/report";
import { savableTable } from "../report/table_svg";
import { formatMeasure, place } from "../report/values";
import { ChangedActivities } from "./activities";

const TONES: Record<string, string> = { slower: "worse", more: "worse", faster: "better", fewer: "better" };

function shown(measure: string, value: number | null): string {
    return value === null ? "–" : formatMeasure((measure === "inclusive" ? "time" : measure) as Measure, value);
}

function ChangeRow({ raw, runs }: { raw: Raw; runs: [number, number] }) {
    const change = text(raw["change"]);
    const measure = text(raw["measure"]);
    const difference = num(raw["difference"]);
    const ratio = num(raw["ratio"]);
    const [file, line] = text(raw["source"]).split(/:(?=\d+$)/);
    const gone = change === "gone";
    return (
        <tr>
            <td class={TONES[change.replace("?", "")] ?? ""} title={change.endsWith("?") ? "One run on a side: this may be noise" : undefined}>
                {clean(change)}
            </td>
            <td class="strong">{clean(text(raw["region"]))}</td>
            <td>
                {file && (
                    <button type="button" class="link" onClick={() => openSource(gone ? runs[0] : runs[1], { file, line: Number(line) || null }, runs[0])}>
                        {clean(place({ file, line: Number(line) || null }))}
                    </button>
                )}
            </td>
            <td>{clean(measure)}</td>
            <td class="right">{shown(measure, num(raw["before"]))}</td>
            <td class="right">{shown(measure, num(raw["after"]))}</td>
            <td class="right">{difference === null || difference === 0 ? "" : `${difference > 0 ? "+" : "−"}${shown(measure, Math.abs(difference))}`}</td>
            <td class="right">{ratio === null ? "" : `×${number(ratio, 3)}`}</td>
            <td class="right">{num(raw["percent"]) === null ? "" : percent(num(raw["percent"]))}</td>
        </tr>
    );
}

export function Changes({ runs, names }: { runs: [number, number]; names: [string, string] }) {
    const [by, setBy] = useChoice("compare.by", "regions", ["regions", "paths"]);
    const [measureText, setMeasure] = useSetting("compare.changed", "");
    const [search, setSearch] = useSetting("compare.change", "");
    const answer = useAnswer(`changes ${runs.join(" ")} ${by}`, () => getChanges(runs[0], runs[1], by === "paths"));
    useSavable("compare", savableTable("changes", `From ${names[0]} to ${names[1]}`, table(answer.value, "changes")));
    return shownOf(answer, "the comparison", (value) => {
        const all = table(value, "changes");
        const measures = [...new Set(all.map((row) => text(row["measure"])))];
        const chosen = measures.includes(measureText) ? measureText : "";
        const rows = all.filter((row) => (!chosen || row["measure"] === chosen) && matches(search, text(row["region"]), text(row["change"]), text(row["source"])));
        const notes = Array.isArray(value["notes"]) ? (value["notes"] as string[]) : [];
        return (
            <div class="scroll pad">
                <div role="note" aria-label="What was compared">
                    {notes.map((note) => (
                        <p>{clean(note)}</p>
                    ))}
                </div>
                <div class="bar">
                    <Segments label="By" choices={[{ id: "regions", title: "Regions" }, { id: "paths", title: "Call paths" }]} value={by} onChange={setBy} />
                    <label>
                        measure
                        <select aria-label="Measure that changed" value={chosen} onChange={(event) => setMeasure(event.currentTarget.value)}>
                            <option value="">any</option>
                            {measures.map((m) => (
                                <option value={m}>{m}</option>
                            ))}
                        </select>
                    </label>
                    <Search value={search} label="Search in the changes" onChange={setSearch} />
                    <span class="found">{rows.length === all.length ? `${count(all.length)} ${all.length === 1 ? "change" : "changes"}` : `${count(rows.length)} of ${count(all.length)}`}</span>
                </div>
                {rows.length === 0 ? (
                    <Empty title={all.length > 0 ? "No change matches." : table(value, "activities").length > 0 ? "No region changed." : "Nothing changed."} />
                ) : (
                    <table class="list" aria-label="What changed">
                        <thead>
                            <tr>
                                <th>change</th>
                                <th>region</th>
                                <th>source</th>
                                <th>measure</th>
                                <th class="right">{clean(names[0])}</th>
                                <th class="right">{clean(names[1])}</th>
                                <th class="right">difference</th>
                                <th class="right">ratio</th>
                                <th class="right" title="The difference as a part of the time of all threads, or of the visits, trips, bytes or instructions of all regions, in the first run">
                                    of the run
                                </th>
                            </tr>
                        </thead>
                        <tbody>
                            {rows.map((raw) => (
                                <ChangeRow raw={raw} runs={runs} />
                            ))}
                        </tbody>
                    </table>
                )}
                <ChangedActivities rows={table(value, "activities").filter((row) => matches(search, text(row["directive"]), text(row["change"]), text(row["source"])))} names={names} />
                <p class="faint">Times are exclusive. Regions are matched by name and structure, also if lines moved.</p>
            </div>
        );
    });
}
