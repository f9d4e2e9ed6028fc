// An example of a view: how it asks, draws, selects, hovers and saves. It is shown when a link names no other view.
import { getShow } from "../api";
import { Canvas } from "../draw/Canvas";
import { classColour, classOfKey, ink } from "../draw/colours";
import type { Painter } from "../draw/painter";
import { SvgPainter } from "../draw/painter";
import { csv, number } from "../format";
import { Empty, shown, useAnswer } from "../parts/states";
import { useSavable } from "../savable";
import { dark } from "../theme";
import type { Show } from "../types";
import type { ViewProps } from "../views";

function paint(painter: Painter, show: Show, isDark: boolean): void {
    const most = Math.max(...show.rows.map((row) => row.total ?? 0));
    show.rows.forEach((row, i) => {
        const y = 20 + i * 24;
        painter.text(8, y + 8, row.label, { colour: ink(isDark).text, most: 160 });
        painter.rect(180, y, ((painter.width - 280) * (row.total ?? 0)) / most, 16, classColour(classOfKey(row.class), isDark));
    });
}

export function Example({ run }: ViewProps) {
    const answer = useAnswer(`example ${run}`, (signal) =>
        getShow(run, { subject: "utilisation", axes: "what-where" }, signal),
    );
    const show = answer.value?.displays[0];
    useSavable("example", {
        name: "example",
        svg: () => {
            const painter = new SvgPainter(900, 300, ink(dark.value).page, "Example");
            if (show) paint(painter, show, dark.value);
            return painter.toString();
        },
        csv: () => csv(["class", "time_s"], (show?.rows ?? []).map((row) => [row.label, row.total])),
    });
    return shown(answer, "the example", () =>
        show && show.rows.length > 0 ? (
            <div class="fill">
                <Canvas label="Time of each class" draw={(painter) => paint(painter, show, dark.value)} />
                <table class="hidden">
                    {show.rows.map((row) => (
                        <tr>
                            <td>{row.label}</td>
                            <td>{row.total === null ? "not known" : `${number(row.total)} s`}</td>
                        </tr>
                    ))}
                </table>
            </div>
        ) : (
            <Empty title="Nothing was measured." />
        ),
    );
}
