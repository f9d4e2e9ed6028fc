// Two runs: side by side, as a difference, or what changed from one to the other.
import { clean } from "../../format";
import { Empty, Failed, Loading } from "../../parts/states";
import * as state from "../../state";
import type { ViewProps } from "../../views";
import { Segments, useChoice, useSetting } from "../report/controls";
import { WholeRunNote } from "../report/narrowed";
import { useWholeProfile } from "../report/requests";
import { Changes } from "./changes";
import { CompareTime } from "./compare_time";
import { Divided } from "./divided";
import { Pairs } from "./pairs";
import { runColour } from "./run_colours";

export function Compare({ run }: ViewProps) {
    const runs = state.runs.value;
    const [withText, setWith] = useSetting("compare.with", "");
    const [part, setPart] = useChoice("compare.part", "tables", ["tables", "changes", "time", "division"]);
    const other = runs.find((r) => String(r.run) === withText && r.run !== run) ?? runs.find((r) => r.run !== run);
    const first = useWholeProfile(run);
    const second = useWholeProfile(other?.run ?? run);
    const own = runs.find((r) => r.run === run);
    if (!own || !other)
        return (
            <Empty title="Only one run is open.">
                Open another archive with the button “Open” above, or start `triptych view ONE.tri OTHER.tri`.
            </Empty>
        );
    const failed = first.error ?? second.error;
    const names: [string, string] = [own.name, other.name];
    return (
        <>
            <div class="bar tables">
                <span class="legend">
                    <span>
                        <i style={{ background: runColour(0) }} />
                        {clean(own.name)}
                    </span>
                    <span>
                        <i style={{ background: runColour(1) }} />
                        <select aria-label="The other run" value={String(other.run)} onChange={(event) => setWith(event.currentTarget.value)}>
                            {runs.filter((r) => r.run !== run).map((r) => (
                                <option value={String(r.run)}>{clean(r.name)}</option>
                            ))}
                        </select>
                    </span>
                </span>
                <button type="button" aria-label="Exchange the two runs" onClick={() => { setWith(String(run)); state.runNumber.value = other.run; }}>
                    ⇄
                </button>
                <Segments
                    label="What is compared"
                    choices={[
                        { id: "tables", title: "Tables", what: "Times and counts of regions" },
                        { id: "changes", title: "Changes", what: "What is slower, faster, more, fewer, new, gone or renamed" },
                        { id: "time", title: "Time", what: "Both runs over time, on one axis" },
                        { id: "division", title: "Division of loops", what: "Which loops were divided, replicated or divided unevenly" },
                    ]}
                    value={part}
                    onChange={setPart}
                />
            </div>
            <WholeRunNote />
            {failed ? (
                <Failed error={failed} />
            ) : part === "division" ? (
                <Divided run={run} first={run} second={other.run} names={names} />
            ) : part === "changes" ? (
                <Changes runs={[run, other.run]} names={names} />
            ) : part === "time" ? (
                <CompareTime runs={[run, other.run]} names={names} />
            ) : first.value && second.value ? (
                <Pairs runs={[run, other.run]} first={first.value} second={second.value} names={names} />
            ) : (
                <Loading what="both runs" />
            )}
        </>
    );
}
