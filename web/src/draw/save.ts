// Saving of pictures and numbers.

function download(name: string, blob: Blob): void {
    const url = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function saveText(name: string, text: string, type: string): void {
    download(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Draws an SVG text into a PNG of twice its size. */
export async function savePng(name: string, svg: string): Promise<void> {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.width * 2;
        canvas.height = image.height * 2;
        canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
        const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
        if (!blob) throw new Error("The browser cannot make a PNG of this size: save the view as SVG.");
        download(name, blob);
    } finally {
        URL.revokeObjectURL(url);
    }
}
