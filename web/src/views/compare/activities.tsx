// What activities of places did otherwise in the second run, as `triptych compare` tells it.
import { clean, count } from "../../format";
import { num, text, type Raw } from "../report/report";

const HEAD = ["change", "directive", "source"];

export function ChangedActivities({ rows, names }: { rows: Raw[]; names: [string, string] }) {
    if (rows.length === 0) return null;
    return (
        <>
            <h3>What activities did otherwise</h3>
            <table class="list" aria-label="What activities did otherwise">
                <thead>
                    <tr>
                        {HEAD.map((word) => (
                            <th>{word}</th>
                        ))}
                        <th class="right" title="Of the directive; or visits of a finish">
                            activities
                        </th>
                        <th title="activityPath, by which activities are matched; of a finish, that of the activity that waited">the first one</th>
                        <th>{clean(names[0])}</th>
                        <th>{clean(names[1])}</th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((raw) => (
                        <tr>
                            <td>{clean(text(raw["change"]))}</td>
                            <td class="strong">{clean(text(raw["directive"]))}</td>
                            <td>{clean(text(raw["source"]))}</td>
                            <td class="right">{count(num(raw["activities"]) ?? 0)}</td>
                            <td>{clean(text(raw["path"]))}</td>
                            <td>{clean(text(raw["before"]))}</td>
                            <td>{clean(text(raw["after"]))}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </>
    );
}
