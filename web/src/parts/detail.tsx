// The panel at the right: what is known of the thing that was clicked.
import * as state from "../state";
import { only, without } from "./only";

export function DetailPanel() {
    const now = state.detail.value;
    return (
        <aside class="detail" aria-label="Details">
            {now ? (
                <>
                    <div class="detail-head">
                        <h2>{now.title}</h2>
                        <button type="button" class="plain" aria-label="Close the details" onClick={() => (state.detail.value = null)}>
                            ×
                        </button>
                    </div>
                    {now.kind && <p class="kind">{now.kind}</p>}
                    <dl>
                        {now.rows.map((row) => (
                            <>
                                <dt>{row.name}</dt>
                                <dd title={row.title}>
                                    {row.pick ? (
                                        <button type="button" class="link" onClick={() => pick(row.pick!)}>
                                            {row.value}
                                        </button>
                                    ) : (
                                        row.value
                                    )}
                                </dd>
                            </>
                        ))}
                    </dl>
                    {now.tables?.map((table) => (
                        <table class="small">
                            <caption>{table.title}</caption>
                            <thead>
                                <tr>
                                    {table.columns.map((name) => (
                                        <th>{name}</th>
                                    ))}
                                </tr>
                            </thead>
                            <tbody>
                                {table.rows.map((cells) => (
                                    <tr>
                                        {cells.map((cell) => (
                                            <td>{cell}</td>
                                        ))}
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    ))}
                    {now.notes?.map((note) => <p class="note">{note}</p>)}
                    {now.only && (
                        <div class="detail-buttons">
                            <button type="button" onClick={() => only(now.only!)}>
                                Only this
                            </button>
                            <button type="button" onClick={() => without(now.only!)}>
                                Without this
                            </button>
                        </div>
                    )}
                </>
            ) : (
                <p class="nothing">Click a bar, a mark or a name: its details appear here.</p>
            )}
        </aside>
    );
}

/** Selects a thing everywhere. */
export function pick(thing: state.Thing): void {
    if (thing.region !== undefined) state.region.value = thing.region;
    if (thing.lane !== undefined) state.lanes.value = [thing.lane];
    if (thing.file !== undefined && thing.line !== undefined) {
        state.source.value = { file: thing.file, line: thing.line };
        state.showView("source");
    }
    if (thing.time !== undefined) {
        const { from, to } = state.shownRange.value;
        const half = (to - from) / 2;
        if (thing.time < from || thing.time > to) state.setRange({ from: thing.time - half, to: thing.time + half });
    }
}
