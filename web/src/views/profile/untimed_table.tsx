// What has no time, or an estimated one, each with the reason that the report gives.
import { useMemo } from "preact/hooks";
import { clean, count, csv, time } from "../../format";
import { Empty } from "../../parts/states";
import { useSavable } from "../../savable";
import { matches } from "./bars";
import { Search, Segments, useChoice, useSetting } from "../report/controls";
import { openSource } from "../report/regions";
import { untimedRows, type Report } from "../report/report";
import { tableSvg } from "../report/table_svg";
import { place } from "../report/values";

export function UntimedTable({ run, report }: { run: number; report: Report }) {
    const [search, setSearch] = useSetting("profile.untimed.search", "");
    const all = useMemo(() => untimedRows(report), [report]);
    const kinds = [...new Set(all.map((row) => row.kind))].sort();
    const [kind, setKind] = useChoice("profile.untimed.kind", "all", ["all", ...kinds]);
    const rows = all.filter((row) => (kind === "all" || row.kind === kind) && matches(search, row.name, row.routine, row.file, row.reason));
    useSavable("profile", {
        name: "not-timed",
        svg: () => tableSvg("Not timed", ["region", "kind", "source", "visits", "time", "reason"], rows.map((r) => [r.name, r.kind, place(r), r.visits === null ? "–" : count(r.visits), r.time === null ? "–" : time(r.time), r.reason])),
        csv: () => csv(["kind", "name", "file", "line", "visits", "time_ns", "reason", "list"], rows.map((r) => [r.kind, r.name, r.file, r.line, r.visits, r.time, r.reason, r.table])),
    });
    if (all.length === 0) return <Empty title="Everything that was visited was timed." />;
    return (
        <>
            <div class="bar">
                <Search value={search} label="Search in what was not timed" onChange={setSearch} />
                <Segments
                    label="Kinds of regions"
                    choices={[{ id: "all", title: "All", count: all.length }, ...kinds.map((k) => ({ id: k, title: k === "io" ? "I/O" : `${k[0]!.toUpperCase()}${k.slice(1)}s`, count: all.filter((r) => r.kind === k).length }))]}
                    value={kind}
                    onChange={setKind}
                />
            </div>
            {rows.length === 0 ? (
                <Empty title="Nothing in this list matches the search." />
            ) : (
                <div class="scroll">
                    <table class="list" aria-label="Not timed">
                        <thead>
                            <tr>
                                <th>region</th>
                                <th>kind</th>
                                <th>source</th>
                                <th class="right">visits</th>
                                <th class="right">time</th>
                                <th>list</th>
                                <th>reason</th>
                            </tr>
                        </thead>
                        <tbody>
                            {rows.map((row) => (
                                <tr>
                                    <td class="strong">{clean(row.name)}</td>
                                    <td>{row.kind === "io" ? "I/O" : clean(row.kind)}</td>
                                    <td>
                                        {row.file && (
                                            <button type="button" class="link" onClick={() => openSource(run, row)}>
                                                {clean(place(row))}
                                            </button>
                                        )}
                                    </td>
                                    <td class="right">{row.visits === null ? "–" : count(row.visits)}</td>
                                    <td class="right">{row.time === null ? "–" : `${row.mark}${time(row.time)}`}</td>
                                    <td>{row.table}</td>
                                    <td class="wide">{clean(row.reason)}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </>
    );
}
