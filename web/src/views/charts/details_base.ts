// Opens the panel of details with something of a chart.
import * as state from "../../state";
import { shownPath } from "./path";

export function showDetail(detail: state.Detail): state.Detail {
    shownPath.value = null;
    state.detail.value = detail;
    state.detailOpen.value = true;
    return detail;
}
