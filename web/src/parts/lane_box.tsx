// Selects places and lanes by typing: ranks of an MPI program, processes and threads of others.
import { useState } from "preact/hooks";
import { lanesText, readLanes } from "../lane_list";
import * as state from "../state";
import type { Tables } from "../types";

export function LaneBox({ names }: { names: Tables | null }) {
    const [wrong, setWrong] = useState(false);
    if (!names || names.lanes.label.length < 2) return null;
    const set = (text: string) => {
        const found = text.trim() === "" ? null : readLanes(names, text);
        setWrong(text.trim() !== "" && found === null);
        if (text.trim() === "" || found) state.lanes.value = found;
    };
    return (
        <label title="Only these places (ranks): 0,3,5-7; or single lanes with their place: 0.1,2.0-3">
            places
            <input
                size={10}
                class={wrong ? "wrong" : ""}
                placeholder="all"
                aria-label="Only these places"
                aria-invalid={wrong}
                value={state.lanes.value ? lanesText(names, state.lanes.value) : ""}
                onChange={(event) => set(event.currentTarget.value)}
            />
        </label>
    );
}
