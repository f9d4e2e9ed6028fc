// words.mjs: numbers as the report words them, written anew, so that the page is compared with something else than itself.

export function count(value) {
    return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function time(ns) {
    for (const [size, unit] of [
        [1e9, "s"],
        [1e6, "ms"],
        [1e3, "us"],
    ]) {
        const value = ns / size;
        if (value >= 0.9995) return `${value.toFixed(value < 9.995 ? 3 : value < 99.95 ? 2 : 1)} ${unit}`;
    }
    return `${ns} ns`;
}

export function percent(value) {
    return value > 0 && value < 0.05 ? "<0.1 %" : `${value.toFixed(1)} %`;
}
