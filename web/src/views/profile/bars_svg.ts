// The bars as a picture for files: what is on screen, with the automatic scale of its first row.
import { ink } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { clean, percent } from "../../format";
import { dark } from "../../theme";
import { barOf, fullWidth } from "./bars";
import { MEASURES, type Measure, type Row } from "../report/report";
import { marked, percentOf, place } from "../report/values";

export const MEASURE_COLOURS: Record<Measure, [string, string]> = {
    time: ["#0072b2", "#4a9fd8"],
    exclusive: ["#d55e00", "#e8803c"],
    visits: ["#009e73", "#35b88f"],
    trips: ["#b9a500", "#d8c84a"],
    bytes: ["#cc79a7", "#d98fb8"],
    instructions: ["#5d5a94", "#9a97d0"],
};

const MOST = 200; // rows of a picture
const ROW = 22;

export function barsSvg(title: string, rows: readonly Row[], measures: readonly Measure[]): string {
    const colours = ink(dark.value);
    const shown = rows.slice(0, MOST);
    const width = 1200;
    const painter = new SvgPainter(width, 60 + shown.length * ROW + (rows.length > MOST ? ROW : 0), colours.page, title);
    const left = 330;
    const each = (width - left - 20) / Math.max(1, measures.length);
    painter.text(16, 18, title, { colour: colours.text, bold: true, size: 14 });
    measures.forEach((measure, m) => painter.text(left + m * each, 40, MEASURES[measure].title, { colour: colours.faint }));
    shown.forEach((row, i) => {
        const y = 54 + i * ROW;
        painter.text(16, y + ROW / 2, clean(row.name), { colour: colours.text, most: 210 });
        painter.text(235, y + ROW / 2, clean(place(row)), { colour: colours.faint, most: 90, size: 11 });
        measures.forEach((measure, m) => {
            const full = fullWidth(rows.map((r) => r[measure]), 0, rows.length, null);
            const bar = barOf(row[measure], full);
            const room = each - 150;
            if (bar) painter.rect(left + m * each, y + 4, bar.share * room, ROW - 8, MEASURE_COLOURS[measure][dark.value ? 1 : 0]);
            const share = percentOf(row, measure);
            const value = marked(row, measure, row[measure]) + (share === null ? "" : `  ${percent(share)}`);
            painter.text(left + m * each + room + 8, y + ROW / 2, value, { colour: colours.text, size: 11 });
        });
    });
    if (rows.length > MOST) painter.text(16, 54 + MOST * ROW + ROW / 2, `${rows.length - MOST} more rows are in the CSV`, { colour: colours.faint });
    return painter.toString();
}
