import sharp from "sharp";

/** The pixel limit of a room's picture. */
const widest = { width: 16_384, height: 8192 };

/** A panorama at the pixel limit, in one megabyte, that costs a decoder as much as any of this size. */
export const largePanorama = (): Promise<Buffer> =>
  sharp({ create: { ...widest, channels: 3, background: "#8ab" } })
    .jpeg({ quality: 60 })
    .toBuffer();

/**
 * The same, exactly within every limit: progressive, so that the decoder holds every coefficient in memory, and stored
 * rotated, so that it is held once more to be turned.
 */
export const lyingPanorama = (): Promise<Buffer> =>
  sharp({ create: { width: widest.height, height: widest.width, channels: 3, background: "#8ab" } })
    .jpeg({ quality: 60, progressive: true, chromaSubsampling: "4:4:4" })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** 49 megapixels of sixteen bits, interlaced: the whole image is held in memory before the first line can be output. */
export const interlacedPng = (): Promise<Buffer> =>
  sharp({ create: { width: 7000, height: 7000, channels: 4, background: "#8abc" } })
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();

/** One page of nested drawings, ten in each of so many layers: ten layers exceed the memory, five the time limit. */
export function nestedPdf(depth: number): Buffer {
  const form = (number: number): string => {
    const inner = number < depth ? "/F Do ".repeat(10) : "0 0 300 300 re f ".repeat(10);
    const inside = number < depth ? `/Resources << /XObject << /F ${number + 5} 0 R >> >>` : "";
    return stream(`/Type /XObject /Subtype /Form /BBox [0 0 500 500] ${inside}`, inner);
  };
  const forms = Array.from({ length: depth }, (_, at) => form(at + 1));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 500] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>",
    stream("", "/F Do"),
    ...forms,
  ];
  let text = "%PDF-1.7\n";
  const places: string[] = [];
  for (const [at, object] of objects.entries()) {
    places.push(`${String(text.length).padStart(10, "0")} 00000 n \n`);
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

const stream = (said: string, text: string): string =>
  `<< ${said} /Length ${text.length} >>\nstream\n${text}\nendstream`;
