/** A QR code as one path, in units of a module. */
export interface QrDrawing {
  /** Modules along one side, without the quiet zone. */
  readonly size: number;
  readonly path: string;
}

/** Modules of white around the code, as the QR standard requires. */
export const quietZone = 4;

export async function drawQr(text: string): Promise<QrDrawing> {
  const { create } = await import("qrcode");
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = [...data.keys()].filter((index) => data[index] === 1);
  return { size, path: dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join("") };
}

/** An SVG file of the code, black on white, for print. */
export function qrSvg({ size, path }: QrDrawing): string {
  const side = size + 2 * quietZone;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M${-quietZone} ${-quietZone}h${side}v${side}h-${side}z"/><path d="${path}"/></svg>\n`;
}

/** The same as PNG: at least 1000 px along a side, with a whole number of pixels per module. */
export function qrPng(drawing: QrDrawing): Promise<Blob | null> {
  const side = drawing.size + 2 * quietZone;
  const scale = Math.ceil(1000 / side);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side * scale;
  const context = canvas.getContext("2d");
  if (context === null) return Promise.resolve(null);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, quietZone * scale, quietZone * scale);
  context.fillStyle = "#000";
  const dark = new Path2D(drawing.path);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array: a path is painted
  context.fill(dark);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
