// One way to draw for the screen and for files: views draw on a painter, which is a canvas or an SVG text.

export interface TextLook {
    colour: string;
    size?: number;
    align?: "left" | "center" | "right";
    bold?: boolean;
    mono?: boolean;
    most?: number; // pixels: longer text is shortened
}

export interface Painter {
    readonly width: number;
    readonly height: number;
    rect(x: number, y: number, w: number, h: number, colour: string, alpha?: number): void;
    frame(x: number, y: number, w: number, h: number, colour: string, thick?: number): void;
    hatch(x: number, y: number, w: number, h: number, colour: string): void;
    line(x1: number, y1: number, x2: number, y2: number, colour: string, thick?: number, alpha?: number, dash?: number[]): void;
    /** A line through points, x and y by turns. */
    path(points: ArrayLike<number>, colour: string, thick?: number, fill?: string): void;
    circle(x: number, y: number, r: number, colour: string, border?: string): void;
    text(x: number, y: number, text: string, look: TextLook): void;
    clip(x: number, y: number, w: number, h: number, draw: () => void): void;
    /** Draws single pixels, where there are any: `fill` gets an array of the size of the area in device pixels, one
     * number (0xAABBGGRR) for each; 0 is clear. A picture of lines has none. */
    image?(x: number, y: number, w: number, h: number, fill: (pixels: Uint32Array, width: number, height: number) => void): void;
}

/** A colour "#rrggbb" as a number for Painter.image; with `alpha`, mixed with the colour behind. */
export function pixel(colour: string, alpha = 1, behind = "#ffffff"): number {
    const mix = (at: number) => Math.round(parseInt(colour.slice(at, at + 2), 16) * alpha + parseInt(behind.slice(at, at + 2), 16) * (1 - alpha));
    return ((255 << 24) | (mix(5) << 16) | (mix(3) << 8) | mix(1)) >>> 0;
}

const SANS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Roboto, sans-serif";
const MONO = "ui-monospace, 'SFMono-Regular', Menlo, 'DejaVu Sans Mono', monospace";

export function font(look: { size?: number; bold?: boolean; mono?: boolean }): string {
    return `${look.bold ? "600 " : ""}${look.size ?? 12}px ${look.mono ? MONO : SANS}`;
}

const STEP = 6; // pixels between the lines of a hatch

export class CanvasPainter implements Painter {
    constructor(
        private readonly to: CanvasRenderingContext2D,
        readonly width: number,
        readonly height: number,
    ) {}
    rect(x: number, y: number, w: number, h: number, colour: string, alpha = 1): void {
        this.to.globalAlpha = alpha;
        this.to.fillStyle = colour;
        this.to.fillRect(x, y, w, h);
        this.to.globalAlpha = 1;
    }
    frame(x: number, y: number, w: number, h: number, colour: string, thick = 1): void {
        this.to.strokeStyle = colour;
        this.to.lineWidth = thick;
        this.to.strokeRect(x, y, w, h);
    }
    hatch(x: number, y: number, w: number, h: number, colour: string): void {
        this.clip(x, y, w, h, () => {
            this.to.strokeStyle = colour;
            this.to.lineWidth = 1;
            this.to.beginPath();
            for (let at = Math.floor((x - h) / STEP) * STEP; at < x + w; at += STEP) {
                this.to.moveTo(at, y + h);
                this.to.lineTo(at + h, y);
            }
            this.to.stroke();
        });
    }
    line(x1: number, y1: number, x2: number, y2: number, colour: string, thick = 1, alpha = 1, dash?: number[]): void {
        this.to.globalAlpha = alpha;
        this.to.strokeStyle = colour;
        this.to.lineWidth = thick;
        if (dash) this.to.setLineDash(dash);
        this.to.beginPath();
        this.to.moveTo(x1, y1);
        this.to.lineTo(x2, y2);
        this.to.stroke();
        if (dash) this.to.setLineDash([]);
        this.to.globalAlpha = 1;
    }
    path(points: ArrayLike<number>, colour: string, thick = 1, fill?: string): void {
        if (points.length < 2) return;
        this.to.beginPath();
        this.to.moveTo(points[0]!, points[1]!);
        for (let i = 2; i + 1 < points.length; i += 2) this.to.lineTo(points[i]!, points[i + 1]!);
        if (fill) {
            this.to.fillStyle = fill;
            this.to.fill();
        }
        if (thick > 0) {
            this.to.strokeStyle = colour;
            this.to.lineWidth = thick;
            this.to.stroke();
        }
    }
    circle(x: number, y: number, r: number, colour: string, border?: string): void {
        this.to.beginPath();
        this.to.arc(x, y, r, 0, 7);
        this.to.fillStyle = colour;
        this.to.fill();
        if (border) {
            this.to.strokeStyle = border;
            this.to.lineWidth = 1.5;
            this.to.stroke();
        }
    }
    text(x: number, y: number, text: string, look: TextLook): void {
        const letters = font(look);
        this.to.font = letters;
        this.to.fillStyle = look.colour;
        this.to.textAlign = look.align ?? "left";
        this.to.textBaseline = "middle";
        this.to.fillText(look.most === undefined ? text : fit(this.to, letters, text, look.most), x, y);
    }
    clip(x: number, y: number, w: number, h: number, draw: () => void): void {
        this.to.save();
        this.to.beginPath();
        this.to.rect(x, y, w, h);
        this.to.clip();
        draw();
        this.to.restore();
    }
    image(x: number, y: number, w: number, h: number, fill: (pixels: Uint32Array, width: number, height: number) => void): void {
        const ratio = this.to.getTransform().a || 1;
        const width = Math.round(w * ratio);
        const height = Math.round(h * ratio);
        if (width < 1 || height < 1) return;
        scratch ??= document.createElement("canvas");
        if (scratch.width !== width || scratch.height !== height) {
            scratch.width = width;
            scratch.height = height;
        }
        const on = scratch.getContext("2d", { willReadFrequently: true })!;
        const image = on.createImageData(width, height);
        fill(new Uint32Array(image.data.buffer), width, height);
        on.putImageData(image, 0, 0);
        this.to.imageSmoothingEnabled = false;
        this.to.drawImage(scratch, x, y, w, h);
    }
}

let scratch: HTMLCanvasElement | null = null;

const widths = new Map<string, number>();

/** Width of a text in a font, which the canvas has. */
function measured(to: CanvasRenderingContext2D, letters: string, text: string): number {
    const key = `${letters}|${text}`;
    let width = widths.get(key);
    if (width === undefined) {
        if (widths.size > 20000) widths.clear();
        width = to.measureText(text).width;
        widths.set(key, width);
    }
    return width;
}

/** Shortens text in its middle until it fits. */
function fit(to: CanvasRenderingContext2D, letters: string, text: string, most: number): string {
    const whole = measured(to, letters, text);
    if (whole <= most) return text;
    let keep = Math.floor((text.length * most) / whole) - 1;
    for (; keep > 2; keep--) {
        const tail = Math.ceil(keep / 2);
        const short = `${text.slice(0, keep - tail)}…${text.slice(text.length - tail)}`;
        if (measured(to, letters, short) <= most) return short;
    }
    return "";
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function xml(text: string): string {
    return text.replace(/[&<>"]/g, (c) => ESCAPES[c]!);
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** Rough width of text in an SVG, where it cannot be measured. */
const CHARACTER = 0.58;

export class SvgPainter implements Painter {
    private readonly parts: string[] = [];
    private clips = 0;
    constructor(
        readonly width: number,
        readonly height: number,
        background: string,
        private readonly title: string,
    ) {
        this.rect(0, 0, width, height, background);
    }
    rect(x: number, y: number, w: number, h: number, colour: string, alpha = 1): void {
        const clear = alpha < 1 ? ` fill-opacity="${short(alpha)}"` : "";
        this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, w))}" height="${short(Math.max(0, h))}" fill="${colour}"${clear}/>`);
    }
    frame(x: number, y: number, w: number, h: number, colour: string, thick = 1): void {
        this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, w))}" height="${short(Math.max(0, h))}" fill="none" stroke="${colour}" stroke-width="${short(thick)}"/>`);
    }
    hatch(x: number, y: number, w: number, h: number, colour: string): void {
        this.clip(x, y, w, h, () => {
            for (let at = Math.floor((x - h) / STEP) * STEP; at < x + w; at += STEP) this.line(at, y + h, at + h, y, colour);
        });
    }
    line(x1: number, y1: number, x2: number, y2: number, colour: string, thick = 1, alpha = 1, dash?: number[]): void {
        const more = (alpha < 1 ? ` stroke-opacity="${short(alpha)}"` : "") + (dash ? ` stroke-dasharray="${dash.join(" ")}"` : "");
        this.parts.push(`<line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}" stroke="${colour}" stroke-width="${short(thick)}"${more}/>`);
    }
    path(points: ArrayLike<number>, colour: string, thick = 1, fill?: string): void {
        const text: string[] = [];
        for (let i = 0; i + 1 < points.length; i += 2) text.push(`${short(points[i]!)},${short(points[i + 1]!)}`);
        this.parts.push(`<polyline points="${text.join(" ")}" fill="${fill ?? "none"}" stroke="${thick > 0 ? colour : "none"}" stroke-width="${short(thick)}"/>`);
    }
    circle(x: number, y: number, r: number, colour: string, border?: string): void {
        const edge = border ? ` stroke="${border}" stroke-width="1.5"` : "";
        this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${colour}"${edge}/>`);
    }
    text(x: number, y: number, text: string, look: TextLook): void {
        const size = look.size ?? 12;
        const most = look.most === undefined ? Infinity : Math.floor(look.most / (size * CHARACTER));
        if (most < 2) return;
        const tail = Math.ceil((most - 1) / 2);
        const shown = text.length <= most ? text : `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
        const anchor = look.align === "center" ? "middle" : look.align === "right" ? "end" : "start";
        this.parts.push(
            `<text x="${short(x)}" y="${short(y)}" fill="${look.colour}" font-size="${size}"${look.bold ? ' font-weight="600"' : ""}${look.mono ? ' font-family="monospace"' : ""} text-anchor="${anchor}" dominant-baseline="central">${xml(shown)}</text>`,
        );
    }
    clip(x: number, y: number, w: number, h: number, draw: () => void): void {
        const id = `c${this.clips++}`;
        this.parts.push(`<clipPath id="${id}"><rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, w))}" height="${short(Math.max(0, h))}"/></clipPath><g clip-path="url(#${id})">`);
        draw();
        this.parts.push("</g>");
    }
    /** A box with a border and, if wanted, round corners. */
    box(x: number, y: number, w: number, h: number, look: { fill: string; border: string; radius?: number }): void {
        this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" rx="${short(look.radius ?? 0)}" fill="${look.fill}" stroke="${look.border}"/>`);
    }
    toString(): string {
        return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" height="${this.height}" font-family="system-ui, 'DejaVu Sans', sans-serif"><title>${xml(this.title)}</title>${this.parts.join("")}</svg>\n`;
    }
}
