// The flame graph: call paths of all lanes, as wide as their time.
import { Empty } from "../../parts/states";
import { Search, Segments, useChoice, useSetting } from "../report/controls";
import { shownOf } from "../report/narrowed";
import { Icicle } from "../tree/icicle_view";
import { useCallTree } from "../tree/tree_data";

export function Flame({ run }: { run: number }) {
    const [way, setWay] = useChoice("profile.flame.way", "down", ["down", "up"]);
    const [search, setSearch] = useSetting("profile.flame.search", "");
    const answer = useCallTree(run);
    return shownOf(answer, "the call paths", (root) =>
        root.weight === 0 ? (
            <Empty title="No call path has a time." />
        ) : (
            <>
                <div class="bar">
                    <Search value={search} label="Search in the flame graph" onChange={setSearch} />
                    <Segments label="Direction" choices={[{ id: "down", title: "Icicle", what: "The start is at the top" }, { id: "up", title: "Flame", what: "The start is at the bottom" }]} value={way} onChange={setWay} />
                    <span class="legend">
                        <span><i class="key-routine" />routine</span>
                        <span><i class="key-loop" />loop</span>
                        <span><i class="key-io" />I/O</span>
                        <span><i class="key-comm" />communication</span>
                    </span>
                </div>
                <Icicle run={run} id="profile" root={root} label="Flame graph: call paths of all lanes by inclusive time" upwards={way === "up"} search={search} trips={false} />
            </>
        ),
    );
}
