// Routines, loops, I/O and call sites as bars, what was not timed, the call tree and the flame graph of the same data.
import { libraryOf, tablesOf } from "../../names";
import * as state from "../../state";
import type { ViewProps } from "../../views";
import { Bars, TABLES } from "./bars_view";
import { CallTree } from "./call_tree";
import { Segments, useChoice, type Choice } from "../report/controls";
import { Flame } from "./flame";
import { shownPart } from "../report/narrowed";
import { tableRows, untimedRows } from "../report/report";
import { useSections } from "../report/requests";
import { RoutinePage } from "./routine";
import { UntimedTable } from "./untimed_table";

const TASKS = { title: "Tasks", what: "Time and visits of each task" }; // of a script; its streams are in the view of communication

export function Profile({ run }: ViewProps) {
    const [name, setName] = useChoice("profile.table", "routines", [...TABLES.map((t) => t.id as string), "untimed", "tree", "flame"]);
    const routine = state.setting("profile.routine", "");
    const answer = useSections(run, "profile");
    return shownPart(answer, "the profile", (report) => {
        const script = tablesOf(run)?.script === true;
        const choices: Choice[] = [
            ...TABLES.filter((t) => !script || t.id !== "comm").map((t) => ({ id: t.id as string, title: t.title, what: t.what.replace(/^MPI\b/, () => libraryOf(tablesOf(run))), ...(script && t.id === "routines" ? TASKS : {}), count: tableRows(report, t.id).length })).filter((c) => c.count > 0 || c.id === name || c.id === "routines" || (!script && (c.id === "loops" || c.id === "io"))),
            { id: "untimed", title: "Not timed", what: "What has no time, or an estimated one, each with its reason", count: untimedRows(report).length },
            { id: "tree", title: "Call tree", what: "Call paths with their time" },
            { id: "flame", title: "Flame graph", what: "Call paths as wide as their time" },
        ];
        if (routine) return <RoutinePage run={run} report={report} routine={routine} />;
        const shownTable = TABLES.find((t) => t.id === name);
        return (
            <>
                <div class="bar tables">
                    <Segments label="Tables" choices={choices} value={name} onChange={setName} />
                </div>
                {shownTable && <Bars key={name} run={run} report={report} name={shownTable.id} id={`profile.${name}`} />}
                {name === "untimed" && <UntimedTable run={run} report={report} />}
                {name === "tree" && <CallTree run={run} />}
                {name === "flame" && <Flame run={run} />}
            </>
        );
    });
}
