// Colours of the two runs of a comparison.
import { dark } from "../../theme";

const COLOURS: [string, string][] = [
    ["#0072b2", "#4a9fd8"],
    ["#e69f00", "#efb238"],
];

/** Colour of the first (0) or second (1) run. */
export function runColour(at: number): string {
    return COLOURS[at]![dark.value ? 1 : 0];
}
