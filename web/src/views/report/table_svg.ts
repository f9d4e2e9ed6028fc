// A table as a picture for files.
import { ink } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { clean, csv } from "../../format";
import { dark } from "../../theme";
import type { Savable } from "../../savable";
import type { Raw } from "./report";

const ROW = 20;
const MOST = 200;
const LETTER = 6.6; // pixels: rough width of a letter

export function tableSvg(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
    const colours = ink(dark.value);
    const shown = rows.slice(0, MOST);
    const widths = columns.map((name, i) => Math.min(420, 24 + LETTER * Math.max(name.length, ...shown.map((row) => (row[i] ?? "").length))));
    const width = Math.max(320, widths.reduce((a, b) => a + b, 24));
    const painter = new SvgPainter(width, 62 + (shown.length + (rows.length > MOST ? 1 : 0)) * ROW, colours.page, title);
    const number = (i: number): boolean => shown.length > 0 && shown.every((row) => /^[~≥<]?[-\d–]/.test(row[i] ?? "") || row[i] === "");
    painter.text(12, 16, title, { colour: colours.text, bold: true, size: 14 });
    let x = 12;
    columns.forEach((name, i) => {
        const right = number(i);
        const at = right ? x + widths[i]! - 12 : x;
        painter.text(at, 40, name, { colour: colours.faint, align: right ? "right" : "left", most: widths[i]! - 8 });
        shown.forEach((row, r) => painter.text(at, 60 + r * ROW, clean(row[i] ?? ""), { colour: colours.text, align: right ? "right" : "left", most: widths[i]! - 8 }));
        x += widths[i]!;
    });
    painter.line(12, 50, width - 12, 50, colours.line);
    if (rows.length > MOST) painter.text(12, 60 + MOST * ROW, `${rows.length - MOST} more rows are in the CSV`, { colour: colours.faint });
    return painter.toString();
}

function cell(value: unknown): string {
    return value === null || value === undefined ? "–" : typeof value === "number" ? String(Math.round(value * 1000) / 1000) : typeof value === "string" ? value : JSON.stringify(value);
}

/** Saves a table of the report as it is: the same columns and numbers. */
export function savableTable(name: string, title: string, raws: readonly Raw[]): Savable {
    const columns = Object.keys(raws[0] ?? {}).filter((key) => key !== "children");
    return {
        name,
        svg: () => tableSvg(title, columns, raws.map((raw) => columns.map((key) => cell(raw[key])))),
        csv: () => csv(columns, raws.map((raw) => columns.map((key) => raw[key]))),
    };
}
