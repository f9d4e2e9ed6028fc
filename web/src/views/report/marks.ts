// Marks of numbers that are not exact, and of what is computed from several of them.

/** "≥" a lower bound, "≤" an upper bound, "~" an estimate: a bound of neither kind. */
export type Mark = "" | "~" | "≥" | "≤";

function theOnly(marks: readonly Mark[]): Mark {
    const kinds = new Set(marks.filter((mark) => mark !== ""));
    return kinds.size > 1 ? "~" : ([...kinds][0] ?? "");
}

/** Of a number that may be too small for one reason, and too large for another. */
export function boundMark(atLeast: boolean, atMost: boolean, estimated: boolean): Mark {
    if (atLeast !== atMost) return atLeast ? "≥" : "≤";
    return atLeast || estimated ? "~" : "";
}

/** Of a sum or a mean. */
export function sumMark(marks: readonly Mark[]): Mark {
    return theOnly(marks);
}

/** Of the most of several numbers, which is number `at`: another one may be more, if it is a lower bound. */
export function mostMark(marks: readonly Mark[], at: number): Mark {
    const only = theOnly(marks);
    return only === "≤" ? marks[at]! : only;
}

/** Of the least of them. */
export function leastMark(marks: readonly Mark[], at: number): Mark {
    const only = theOnly(marks);
    return only === "≥" ? marks[at]! : only;
}
