import sharp from "sharp";

/** As many pixels as a room's picture may have. */
const widest = { width: 16_384, height: 8192 };

/** A panorama at the limit, a megabyte of it, that costs a decoder what one of this size costs. */
export const largePanorama = (): Promise<Buffer> =>
  sharp({ create: { ...widest, channels: 3, background: "#8ab" } })
    .jpeg({ quality: 60 })
    .toBuffer();

/**
 * The same, to the letter within every limit: coded in passes, so that the decoder holds each coefficient of it in
 * memory, and stored lying, so that it is held once more to be turned.
 */
export const lyingPanorama = (): Promise<Buffer> =>
  sharp({ create: { width: widest.height, height: widest.width, channels: 3, background: "#8ab" } })
    .jpeg({ quality: 60, progressive: true, chromaSubsampling: "4:4:4" })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** 49 megapixels of sixteen bits in interlaced lines: the whole of it is held before the first line can be given out. */
export const interlacedPng = (): Promise<Buffer> =>
  sharp({ create: { width: 7000, height: 7000, channels: 4, background: "#8abc" } })
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();

/** One page of drawings in drawings, ten in each of so many layers: ten layers are more than memory holds, five more than patience. */
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
