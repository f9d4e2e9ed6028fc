// Two runs over time on one axis: both from their start, or both from the first visit of a region; and their difference.
import { useEffect, useMemo, useState } from "preact/hooks";
import { getQuery, getShow } from "../../api";
import { Canvas } from "../../draw/Canvas";
import { classColour, className, classOfKey, ink } from "../../draw/colours";
import { SvgPainter, type Painter } from "../../draw/painter";
import { ticks } from "../../draw/scale";
import { clean, csv, moment, percent, time } from "../../format";
import { inside, magnified } from "../../magnify";
import { tablesOf } from "../../names";
import { Empty, Loading, useAnswer } from "../../parts/states";
import { loadTables } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { ShowAnswer } from "../../types";
import { shownOf } from "../report/narrowed";
import { Facts, Segments, useChoice, useSetting, useTip } from "../report/controls";
import { alignments, commonAxis, resample, type Strip } from "./common_time";

const LEFT = 12;
const HEAD = 22;

function paint(painter: Painter, strips: readonly Strip[], difference: boolean): void {
    const colours = ink(dark.value);
    const axis = commonAxis(strips);
    const width = painter.width - 2 * LEFT;
    const each = (painter.height - 34) / (strips.length + (difference ? 1 : 0));
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
    if (difference) paintDifference(painter, strips, { top: strips.length * each, height: each, x });
    for (const at of marks.at) {
        painter.line(x(at), HEAD, x(at), painter.height - 26, colours.faint, 1, 0.25);
        painter.text(x(at), painter.height - 14, moment(at, marks.step), { colour: colours.faint, align: "center", size: 11 });
    }
    if (axis.from < 0) painter.line(x(0), 0, x(0), painter.height - 26, colours.mark, 1.5, 0.8, [4, 3]);
}

/** Classes of time that the second run spends more of (up) or less of (down) than the first at the same moment. */
function paintDifference(painter: Painter, strips: readonly Strip[], at: { top: number; height: number; x: (ns: number) => number }): void {
    const colours = ink(dark.value);
    const axis = commonAxis(strips);
    const bins = Math.max(1, Math.floor((painter.width - 2 * LEFT) / 2));
    const [first, second] = strips.map((strip) => resample(strip, axis, bins));
    const height = at.height - HEAD - 10;
    const middle = at.top + HEAD + height / 2;
    painter.text(LEFT, at.top + 11, "difference: the second run minus the first, more is up", { colour: colours.text, bold: true });
    painter.rect(LEFT, at.top + HEAD, painter.width - 2 * LEFT, height, dark.value ? "#181e26" : "#f6f7f9");
    const width = (axis.to - axis.from) / bins;
    for (let bin = 0; bin < bins; bin++) {
        const from = Math.floor(at.x(axis.from + bin * width));
        const to = Math.ceil(at.x(axis.from + (bin + 1) * width));
        let up = middle;
        let down = middle;
        for (const name of new Set([...first!.keys(), ...second!.keys()])) {
            const by = ((second!.get(name)?.[bin] ?? 0) - (first!.get(name)?.[bin] ?? 0)) * (height / 2);
            if (Math.abs(by) < 0.05) continue;
            painter.rect(from, by > 0 ? up - by : down, Math.max(1, to - from), Math.abs(by), classColour(classOfKey(name), dark.value));
            if (by > 0) up -= by;
            else down -= by;
        }
    }
    painter.line(LEFT, middle, painter.width - LEFT, middle, colours.faint, 1);
}

/** The shares of both runs in equal stretches of the common axis. */
function timeCsv(strips: readonly Strip[], bins: number): string {
    const axis = commonAxis(strips);
    const [first, second] = strips.map((strip) => resample(strip, axis, bins));
    const names = [...new Set([...first!.keys(), ...second!.keys()])];
    const width = (axis.to - axis.from) / bins;
    const rows = Array.from({ length: bins }, (_, bin) =>
        names.map((name) => {
            const a = 100 * (first!.get(name)?.[bin] ?? 0);
            const b = 100 * (second!.get(name)?.[bin] ?? 0);
            return [Math.round(axis.from + bin * width), Math.round(axis.from + (bin + 1) * width), name, a, b, b - a];
        }),
    ).flat();
    return csv(["from_ns", "to_ns", "class", "percent_1", "percent_2", "difference"], rows);
}

async function firstVisit(run: number, region: number): Promise<number | null> {
    const answer = await getQuery(run, `events.filter(e -> e.region == ${region}).aggregate(first: min(e -> e.startTime))`);
    const value = answer.rows[0]?.[0];
    return typeof value === "number" ? value : null;
}

export function CompareTime({ runs, names }: { runs: [number, number]; names: [string, string] }) {
    const [align, setAlign] = useSetting("compare.align", "");
    const [look, setLook] = useChoice("compare.timelook", "side", ["side", "difference"]);
    const [width, setWidth] = useState(1000);
    const tip = useTip();
    useEffect(() => void loadTables(runs[1]), [runs[1]]);
    const tables = runs.map(tablesOf) as [ReturnType<typeof tablesOf>, ReturnType<typeof tablesOf>];
    const offered = useMemo(() => alignments(tables[0], tables[1]), [tables[0], tables[1]]);
    const chosen = offered.find((o) => o.key === align);
    const cycles = Math.max(50, Math.min(1000, Math.round(width / 100) * 50));
    const answer = useAnswer(`compare-time ${runs.join()} ${cycles}`, (signal) =>
        Promise.all(runs.map((run) => getShow(run, { subject: "utilisation", axes: "what-when", cycles }, signal))) as Promise<ShowAnswer[]>,
    );
    const zeros = useAnswer(`compare-align ${runs.join()} ${chosen?.rows.join() ?? ""}`, () => Promise.all(runs.map((run, i) => (chosen ? firstVisit(run, chosen.rows[i]!) : Promise.resolve(0)))));
    const lengths = runs.map((run) => state.runs.value.find((r) => r.run === run)?.length ?? 1);
    const aligned = !align || (chosen !== undefined && (zeros.value?.every((z) => z !== null) ?? false));
    const strips: Strip[] = (answer.value ?? []).flatMap((a, i) => (a.displays[0] ? [{ name: names[i]!, show: a.displays[0], length: lengths[i]!, zero: aligned ? (zeros.value?.[i] ?? 0) : 0 }] : []));
    const difference = look === "difference";
    useSavable("compare", {
        name: "compare-time",
        svg: () => {
            const painter = new SvgPainter(1200, difference ? 640 : 460, ink(dark.value).page, `${names[0]} and ${names[1]} over time`);
            if (strips.length > 1) paint(painter, strips, difference);
            return painter.toString();
        },
        csv: () => (strips.length > 1 ? timeCsv(strips, cycles) : csv(["from_ns"], [])),
    });
    if (answer.error) return shownOf(answer, "both runs over time", () => <></>);
    if (!answer.value) return <Loading what="both runs over time" />;
    if (strips.length < 2) return <Empty title="One of the runs has nothing over time.">`triptych run` samples what each lane does; `triptych loops` only counts.</Empty>;
    const classes = [...new Set(strips.flatMap((s) => s.show.rows.map((row) => classOfKey(row.class))))].filter((c) => c !== 6);
    const tell = (event: MouseEvent): void => {
        const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
        const axis = commonAxis(strips);
        const at = axis.from + ((inside(event, box).x - LEFT) / Math.max(1, box.width / magnified.value - 2 * LEFT)) * (axis.to - axis.from);
        const bins = 200;
        const bin = Math.floor(((at - axis.from) / (axis.to - axis.from)) * bins);
        if (bin < 0 || bin >= bins) return tip.hide();
        const shares = strips.map((strip) => resample(strip, axis, bins));
        const rows = [...new Set(shares.flatMap((s) => [...s.keys()]))].map((name): [string, string] => [className(classOfKey(name)), shares.map((s) => percent(100 * (s.get(name)?.[bin] ?? 0))).join(" and ")]);
        tip.show(event, <Facts title={`${at < 0 ? "−" : ""}${time(Math.abs(Math.round(at)))}${align ? ` from ${clean(align)}` : ""}`} rows={rows} />);
    };
    const zeroWords = aligned && align ? `, aligned at the first visit of ${clean(align)}: ${strips.map((s) => time(s.zero)).join(" and ")}` : "";
    return (
        <>
            <div class="bar">
                <Segments label="Look over time" choices={[{ id: "side", title: "Side by side" }, { id: "difference", title: "With the difference", what: "Below both: the second run minus the first" }]} value={look} onChange={setLook} />
                <label>
                    aligned at
                    <select aria-label="Aligned at" value={align} onChange={(event) => setAlign(event.currentTarget.value)}>
                        <option value="">the start of the runs</option>
                        {align && !chosen && <option value={align}>{clean(align)}</option>}
                        {offered.map((o) => (
                            <option value={o.key}>first visit of {clean(o.key)}</option>
                        ))}
                    </select>
                </label>
                {!aligned && !zeros.loading && tables[1] && (
                    <span class="warning">{chosen ? `One of the runs did not log a visit of ${clean(align)}: the runs are shown from their start. \`triptych run --events\` logs visits.` : `${clean(align)} is not in both runs: choose another region.`}</span>
                )}
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
                <Canvas
                    label={`Utilisation of ${names[0]} (${time(lengths[0]!)}) and ${names[1]} (${time(lengths[1]!)})${difference ? ", and their difference," : ""} on one time axis${zeroWords}`}
                    draw={(painter) => paint(painter, strips, difference)}
                    onSize={(w) => setWidth(w)}
                    events={{ mousemove: tell, mouseleave: () => tip.hide() }}
                />
            </div>
            <p class="foot">The height is the share of the time of all lanes; one pixel is the same time in both runs.</p>
            {tip.node}
        </>
    );
}
