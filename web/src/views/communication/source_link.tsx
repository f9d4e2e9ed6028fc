// A link to a line of the source.
import { clean } from "../../format";
import { openSource } from "../report/regions";
import { place } from "../report/values";

export function SourceLink({ run, file, line }: { run: number; file: string; line: number | null }) {
    return file ? (
        <button type="button" class="link" onClick={() => openSource(run, { file, line })}>
            {clean(place({ file, line }))}
        </button>
    ) : null;
}
