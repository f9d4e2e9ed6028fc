// Two runs over time on one axis: both from their start, or both from the first visit of a region.
import { useState } from "preact/hooks";
import { getQuery, getShow } from "../../api";
import { Canvas } from "../../draw/Canvas";
import { classColour, className, classOfKey, ink } from "../../draw/colours";
import { SvgPainter, type Painter } from "../../draw/painter";
import { ticks } from "../../draw/scale";
import { clean, moment, time } from "../../format";
import { tablesOf } from "../../names";
import { quoted } from "../../parts/only";
import { Empty, Loading, useAnswer } from "../../parts/states";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { Show, ShowAnswer } from "../../types";
import { shownOf } from "../report/narrowed";
import { useSetting } from "../report/controls";

export interface Strip {
    name: string;
    show: Show;
    length: number; // ns of the run
    zero: number; // ns of the run that is 0 on the common axis
}

/** The common axis, in ns: what one pixel stands for is the same in both runs. */
export function commonAxis(strips: readonly { length: number; zero: number }[]): { from: number; to: number } {
    return { from: 0 - Math.max(...strips.map((s) => s.zero)), to: Math.max(...strips.map((s) => s.length - s.zero), 1) };
}

const LEFT = 12;
const HEAD = 22;

function paint(painter: Painter, strips: readonly Strip[]): void {
    const colours = ink(dark.value);
    const axis = commonAxis(strips);
    const width = painter.width - 2 * LEFT;
    const each = (painter.height - 34) / strips.length;
    const x = (ns: number): number => LEFT + ((ns - axis.from) / (axis.to - axis.from)) * width;
    const marks = ticks(axis.from, axis.to, Math.max(2, Math.floor(width / 110)));
    strips.forEach((strip, s) => {
        const top = s * each;
        const height = each - HEAD - 10;
        const base = top + HEAD + height;
        painter.text(LEFT, top + 11, `${clean(strip.name)}: ${time(strip.length)}`, { colour: colours.text, bold: true });
        painter.rect(x(-strip.zero), top + HEAD, x(strip.length - strip.zero) - x(-strip.zero), height, dark.value ? "#181e26" : "#f6f7f9");
        const { show } = strip;
        const first = show.start_ns - show.zero_ns - strip.zero;
        const columns = show.values[0]?.length ?? 0;
        for (let c = 0; c < columns; c++) {
            const from = Math.floor(x(first + c * show.length_ns));
            const to = Math.ceil(x(Math.min(strip.length - strip.zero, first + (c + 1) * show.length_ns)));
            let y = base;
            show.rows.forEach((row, r) => {
                const share = show.values[r]?.[c] ?? 0;
                if (row.class === "idle" || !share) return;
                const h = share * height;
                painter.rect(from, y - h, Math.max(1, to - from), h, classColour(classOfKey(row.class), dark.value));
                y -= h;
            });
        }
        painter.frame(x(-strip.zero), top + HEAD, x(strip.length - strip.zero) - x(-strip.zero), height, colours.line);
    });
    for (const at of marks.at) {
        painter.line(x(at), HEAD, x(at), painter.height - 26, colours.faint, 1, 0.25);
        painter.text(x(at), painter.height - 14, moment(at, marks.step), { colour: colours.faint, align: "center", size: 11 });
    }
    if (axis.from < 0) painter.line(x(0), 0, x(0), painter.height - 26, colours.mark, 1.5, 0.8, [4, 3]);
}

async function firstVisit(run: number, region: string): Promise<number | null> {
    const answer = await getQuery(run, `events.filter(e -> e.region.name == ${quoted(region)}).aggregate(first: min(e -> e.startTime))`);
    const value = answer.rows[0]?.[0];
    return typeof value === "number" ? value : null;
}

export function CompareTime({ runs, names }: { runs: [number, number]; names: [string, string] }) {
    const [align, setAlign] = useSetting("compare.align", "");
    const [width, setWidth] = useState(1000);
    const cycles = Math.max(50, Math.min(1000, Math.round(width / 100) * 50));
    const answer = useAnswer(`compare-time ${runs.join()} ${cycles}`, (signal) =>
        Promise.all(runs.map((run) => getShow(run, { subject: "utilisation", axes: "what-when", cycles }, signal))) as Promise<ShowAnswer[]>,
    );
    const zeros = useAnswer(`compare-align ${runs.join()} ${align}`, () => Promise.all(runs.map((run) => (align ? firstVisit(run, align) : Promise.resolve(0)))));
    const lengths = runs.map((run) => state.runs.value.find((r) => r.run === run)?.length ?? 1);
    const aligned = !align || (zeros.value?.every((z) => z !== null) ?? false);
    const strips: Strip[] = (answer.value ?? []).flatMap((a, i) => (a.displays[0] ? [{ name: names[i]!, show: a.displays[0], length: lengths[i]!, zero: aligned ? (zeros.value?.[i] ?? 0) : 0 }] : []));
    useSavable("compare", {
        name: "compare-time",
        svg: () => {
            const painter = new SvgPainter(1200, 460, ink(dark.value).page, `${names[0]} and ${names[1]} over time`);
            if (strips.length > 0) paint(painter, strips);
            return painter.toString();
        },
    });
    const tables = tablesOf(runs[0]);
    const routines = tables ? [...new Set(tables.regions.name.filter((_, i) => tables.regions.kind[i] === "routine"))].sort() : [];
    if (answer.error) return shownOf(answer, "both runs over time", () => <></>);
    if (!answer.value) return <Loading what="both runs over time" />;
    if (strips.length < 2) return <Empty title="One of the runs has nothing over time." />;
    const classes = [...new Set(strips.flatMap((s) => s.show.rows.map((row) => classOfKey(row.class))))].filter((c) => c !== 6);
    return (
        <>
            <div class="bar">
                <label>
                    aligned at
                    <select aria-label="Aligned at" value={align} onChange={(event) => setAlign(event.currentTarget.value)}>
                        <option value="">the start of the runs</option>
                        {routines.map((name) => (
                            <option value={name}>first visit of {clean(name)}</option>
                        ))}
                    </select>
                </label>
                {!aligned && !zeros.loading && <span class="warning">One of the runs did not log a visit of {clean(align)}: the runs are shown from their start. `triptych run --events` logs visits.</span>}
                <span class="legend">
                    {classes.map((c) => (
                        <span>
                            <i style={{ background: classColour(c, dark.value) }} />
                            {className(c)}
                        </span>
                    ))}
                </span>
            </div>
            <div class="fill compare-time">
                <Canvas label={`Utilisation of ${names[0]} (${time(lengths[0])}) and ${names[1]} (${time(lengths[1])}) on one time axis`} draw={(painter) => paint(painter, strips)} onSize={(w) => setWidth(w)} />
            </div>
            <p class="foot">The height is the share of the time of all lanes; one pixel is the same time in both runs.</p>
        </>
    );
}
