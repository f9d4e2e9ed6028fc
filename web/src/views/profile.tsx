// Routines, loops, I/O and call sites as bars, what was not timed, the call tree and the flame graph of the same data.
import { useMemo } from "preact/hooks";
import { tablesOf } from "../names";
import { Failed, Loading, shown } from "../parts/states";
import * as state from "../state";
import type { ViewProps } from "../views";
import { Bars, TABLES } from "./bars_view";
import { CallTree } from "./call_tree";
import { Segments, useSetting, type Choice } from "./controls";
import { Flame } from "./flame";
import { NarrowedNote, narrowedReport, useNarrowed, WholeRunNote } from "./narrowed";
import { tableRows, untimedRows } from "./report";
import { useSections } from "./requests";
import { RoutinePage } from "./routine";
import { UntimedTable } from "./untimed_table";

const NARROWABLE = ["routines", "loops", "io", "comm", "user", "sync"];

export function Profile({ run }: ViewProps) {
    const [name, setName] = useSetting("profile.table", "routines");
    const [whole, setWhole] = useSetting("profile.whole", "");
    const routine = state.setting("profile.routine", "");
    const answer = useSections(run, "profile");
    const narrowed = useNarrowed(run);
    const names = tablesOf(run);
    const narrow = narrowed.query !== "" && whole === "" && NARROWABLE.includes(name) && routine === "";
    const less = useMemo(() => (narrow && answer.value && names && narrowed.answer.value ? narrowedReport(narrowed.answer.value, names, answer.value, state.lanes.value) : null), [narrow, answer.value, names, narrowed.answer.value, state.lanes.value]);
    return shown(answer, "the profile", (report) => {
        const numbers = less ?? report;
        const choices: Choice[] = [
            ...TABLES.map((t) => ({ id: t.id as string, title: t.title, what: t.what, count: tableRows(numbers, t.id).length })).filter((c) => c.count > 0 || c.id === name || c.id === "routines" || c.id === "loops" || c.id === "io"),
            { id: "untimed", title: "Not timed", what: "What has no time, or an estimated one, each with its reason", count: untimedRows(report).length },
            { id: "tree", title: "Call tree", what: "Call paths with their time" },
            { id: "flame", title: "Flame graph", what: "Call paths as wide as their time" },
        ];
        if (routine)
            return (
                <>
                    <WholeRunNote />
                    <RoutinePage run={run} report={report} routine={routine} />
                </>
            );
        const shownTable = TABLES.find((t) => t.id === name);
        return (
            <>
                <div class="bar tables">
                    <Segments label="Tables" choices={choices} value={name} onChange={setName} />
                </div>
                {narrow ? <NarrowedNote onWhole={() => setWhole("1")} /> : <WholeRunNote {...(NARROWABLE.includes(name) ? { onNarrow: () => setWhole("") } : {})} />}
                {narrow && narrowed.answer.error ? (
                    <Failed error={narrowed.answer.error} />
                ) : narrow && !less ? (
                    <Loading what="the narrowed table" />
                ) : (
                    shownTable && <Bars key={name} run={run} report={numbers} name={shownTable.id} id={`profile.${name}`} />
                )}
                {name === "untimed" && <UntimedTable run={run} report={report} />}
                {name === "tree" && <CallTree run={run} />}
                {name === "flame" && <Flame run={run} />}
            </>
        );
    });
}
