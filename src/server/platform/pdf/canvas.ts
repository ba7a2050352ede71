import Pdf from "pdfkit";
import { create as createQr } from "qrcode";
import type { Face, Weight } from "./fonts.ts";
import { ink } from "./ink.ts";
import { type SetText, setText, type TextStyle } from "./typeset.ts";

/** A4 in points, and its margins. */
export const PAGE = { width: 595.28, height: 841.89, side: 42, top: 66, bottom: 54 } as const;
export const CONTENT = PAGE.width - 2 * PAGE.side;
/** The lowest y that content may reach. */
export const FOOT = PAGE.height - PAGE.bottom;

export type Align = "start" | "center" | "end";

export interface Canvas {
  readonly doc: PDFKit.PDFDocument;
  readonly isRtl: boolean;
  set(text: string, style: TextStyle & { width?: number; most?: number }): SetText;
  /**
   * `x` is measured from the side where lines start: left in English, right in Arabic. The same applies to all methods
   * here.
   */
  text(
    set: SetText,
    x: number,
    y: number,
    options?: { width?: number; align?: Align; colour?: string },
  ): void;
  /** The left edge of a box that starts at `x`. */
  left(x: number, width: number): number;
  fill(colour: string, x: number, y: number, width: number, height: number, radius?: number): void;
  rule(x: number, y: number, width: number, colour?: string): void;
  /** A JPEG that fills the box, with rounded corners and a thin border. */
  picture(jpeg: Buffer, x: number, y: number, width: number, height: number): void;
  /** A QR code for an address, drawn as vectors. */
  qr(address: string, x: number, y: number, side: number): void;
  link(address: string, x: number, y: number, width: number, height: number): void;
}

export const strong: Weight = "strong";

/** @param pageWidth in points; of an A4 page by default. */
export function createCanvas(
  doc: PDFKit.PDFDocument,
  isRtl: boolean,
  pageWidth: number = PAGE.width,
): Canvas {
  const registered = new Set<string>();
  const inFace = (face: Face, size: number) => {
    if (!registered.has(face.name)) doc.registerFont(face.name, face.bytes());
    registered.add(face.name);
    return doc.font(face.name).fontSize(size);
  };
  const measure = (text: string, face: Face, size: number) => inFace(face, size).widthOfString(text);
  const left = (x: number, width: number) => (isRtl ? pageWidth - x - width : x);
  return {
    doc,
    isRtl,
    left,
    set: (text, { width = CONTENT, most, ...style }) =>
      setText(text, {
        width,
        base: isRtl ? "rtl" : "ltr",
        style,
        measure,
        ...(most !== undefined && { most }),
      }),
    text(set, x, y, { width = set.width, align = "start", colour = ink.strong } = {}) {
      for (const [at, line] of set.lines.entries()) {
        const free = width - line.width;
        const inset = align === "start" ? 0 : align === "center" ? free / 2 : free;
        const from = left(x + inset, line.width);
        // From the middle of the line to the baseline, the same for both scripts.
        const baseline = y + at * set.lineHeight + set.lineHeight / 2 + set.style.size * 0.35;
        for (const piece of line.pieces)
          inFace(piece.face, set.style.size)
            .fillColor(colour)
            .text(piece.text, from + piece.x, baseline, { lineBreak: false, baseline: "alphabetic" });
      }
    },
    fill(colour, x, y, width, height, radius = 0) {
      if (width > 0)
        doc.roundedRect(left(x, width), y, width, height, Math.min(radius, width / 2)).fill(colour);
    },
    rule: (x, y, width, colour = ink.line) =>
      void doc
        .moveTo(left(x, width), y)
        .lineTo(left(x, width) + width, y)
        .lineWidth(0.6)
        .stroke(colour),
    picture(jpeg, x, y, width, height) {
      const from = left(x, width);
      doc.save().roundedRect(from, y, width, height, 4).clip();
      doc.image(jpeg, from, y, { width, height });
      doc.restore();
      doc.roundedRect(from, y, width, height, 4).lineWidth(0.5).stroke(ink.line);
    },
    qr(address, x, y, side) {
      const { modules } = createQr(address, { errorCorrectionLevel: "M" });
      const from = left(x, side);
      const unit = side / modules.size;
      for (let row = 0; row < modules.size; row += 1)
        for (let column = 0; column < modules.size; column += 1) {
          if (modules.get(row, column) === 0) continue;
          let count = 1;
          while (column + count < modules.size && modules.get(row, column + count) !== 0) count += 1;
          doc.rect(from + column * unit, y + row * unit, count * unit, unit);
          column += count;
        }
      doc.fill("#000000");
    },
    link: (address, x, y, width, height) => void doc.link(left(x, width), y, width, height, address),
  };
}

export function createDocument(info: { title: string; author: string; language: string; at: Date }) {
  return new Pdf({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    lang: info.language,
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: info.title, Author: info.author, Creator: "Sitewalk", CreationDate: info.at },
  });
}

/**
 * The output of the document so far. It writes into its own buffer without back pressure: so it is drained at every
 * step.
 */
export function* written(doc: PDFKit.PDFDocument): Generator<Buffer> {
  for (;;) {
    const chunk: unknown = doc.read();
    if (!Buffer.isBuffer(chunk)) return;
    yield chunk;
  }
}
