import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { Language } from "#contract/languages.ts";
import { fillText } from "../mail/text.ts";
import { type Canvas, CONTENT, createCanvas, createDocument, FOOT, PAGE, strong } from "./canvas.ts";
import { drawPages } from "./draw-pages.ts";
import { ink } from "./ink.ts";
import type { Block, Row } from "./paginate.ts";
import type { DrawingFiles } from "./serve-drawings.ts";

/** A document of headings, facts, texts and photos, for domains that need no layout of their own. */
export interface PlainDocument {
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  /** Printed at the foot of every page: the subject of the document. */
  readonly about: string;
  /** `Page {{n}} of {{count}}` in the document's language. */
  readonly page: string;
  readonly at: Date;
  readonly sections: readonly PlainSection[];
}

export interface PlainSection {
  readonly heading: string;
  /** Small, next to the heading. */
  readonly note?: string;
  /** Names and values, a line each; values may have several lines. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly text?: string;
  /** Keys of stored photos. A missing one is left out. */
  readonly photos?: readonly string[];
}

const { side: SIDE } = PAGE;
const TOP = 52;
const NAME = 130;
/** Lines of a text that stay together. */
const LINES = 12;
const PHOTO = { gap: 10, height: 170, density: 2.4 };

/** The document as a PDF, generated while it is read. */
export const writePlainDocument = (document: PlainDocument, files: DrawingFiles): Readable =>
  Readable.from(chunksOf(document, files), { objectMode: false, highWaterMark: 64 * 1024 });

async function* chunksOf(document: PlainDocument, files: DrawingFiles): AsyncGenerator<Buffer> {
  const { title, about, language, at } = document;
  const doc = createDocument({ title, author: about, language, at });
  const canvas = createCanvas(doc, language === "ar");
  const blocks: Block[] = [
    { rows: headRows(document, canvas), gap: 0, core: 2 },
    ...document.sections.map((section) => ({ rows: rowsOf(section, canvas, files), gap: 20, core: 2 })),
  ];
  yield* drawPages(doc, {
    blocks: () => blocks,
    top: TOP,
    foot: FOOT,
    dress: ({ page, count }) => dress(document, canvas, { n: page + 1, count }),
  });
}

function headRows({ title, subtitle }: PlainDocument, canvas: Canvas): Row[] {
  const large = canvas.set(title, { size: 20, weight: strong, width: CONTENT });
  const small = canvas.set(subtitle, { size: 10.5, weight: "normal", width: CONTENT });
  return [
    { height: large.height, gap: 0, draw: (y) => canvas.text(large, SIDE, y) },
    { height: small.height, gap: 4, draw: (y) => canvas.text(small, SIDE, y, { colour: ink.muted }) },
  ];
}

function rowsOf(
  { heading, note = "", facts = [], text = "", photos = [] }: PlainSection,
  canvas: Canvas,
  files: DrawingFiles,
): Row[] {
  const set = canvas.set(heading, { size: 12, weight: strong, width: CONTENT });
  const aside = canvas.set(note, { size: 8.5, weight: "normal", width: CONTENT, isOwn: true });
  const head: Row = {
    height: set.height + 6,
    gap: 0,
    isHeading: true,
    draw(y) {
      canvas.text(set, SIDE, y);
      canvas.text(aside, SIDE, y + 3, { width: CONTENT, align: "end", colour: ink.muted });
      canvas.rule(SIDE, y + set.height + 3, CONTENT);
    },
  };
  return [
    head,
    ...facts.flatMap(([name, value]) => factRow(name, value, canvas)),
    ...textRows(text, canvas),
    ...photoRows(photos, canvas, files),
  ];
}

function factRow(name: string, value: string, canvas: Canvas): Row[] {
  const label = canvas.set(name, { size: 9, weight: "normal", width: NAME - 10 });
  const body = canvas.set(value, { size: 9.5, weight: "normal", width: CONTENT - NAME });
  return [
    {
      height: Math.max(label.height, body.height),
      gap: 5,
      draw(y) {
        canvas.text(label, SIDE, y, { colour: ink.muted });
        canvas.text(body, SIDE + NAME, y);
      },
    },
  ];
}

function textRows(text: string, canvas: Canvas): Row[] {
  if (text.trim() === "") return [];
  const set = canvas.set(text.trim(), { size: 9.5, weight: "normal", width: CONTENT });
  return Array.from({ length: Math.ceil(set.lines.length / LINES) }, (_, at): Row => {
    const lines = set.lines.slice(at * LINES, (at + 1) * LINES);
    return {
      height: lines.length * set.lineHeight,
      gap: at === 0 ? 6 : 0,
      draw: (y) => canvas.text({ ...set, lines }, SIDE, y),
    };
  });
}

/** Two photos a row. */
function photoRows(photos: readonly string[], canvas: Canvas, files: DrawingFiles): Row[] {
  const width = (CONTENT - PHOTO.gap) / 2;
  const pairs = Array.from({ length: Math.ceil(photos.length / 2) }, (_, at) =>
    photos.slice(2 * at, 2 * at + 2),
  );
  return pairs.map((pair) => ({
    height: PHOTO.height,
    gap: PHOTO.gap,
    async draw(y) {
      for (const [at, key] of pair.entries()) {
        const photo = await photoOf(key, { width, height: PHOTO.height }, files);
        if (photo !== undefined)
          canvas.picture(photo.jpeg, SIDE + at * (width + PHOTO.gap), y, photo.width, photo.height);
      }
    },
  }));
}

/** A photo that fits into the box, in points; undefined for one that is missing or unreadable. */
async function photoOf(key: string, box: { width: number; height: number }, files: DrawingFiles) {
  try {
    const file = await files.keptFile(key);
    if (file === null) return undefined;
    const { data, info } = await sharp(await buffer(await file.open()))
      .resize({
        width: Math.round(box.width * PHOTO.density),
        height: Math.round(box.height * PHOTO.density),
        fit: "inside",
        withoutEnlargement: true,
      })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    const scale = Math.min(box.width / info.width, box.height / info.height);
    return { jpeg: data, width: info.width * scale, height: info.height * scale };
  } catch {
    return undefined;
  }
}

function dress(
  { title, about, page }: PlainDocument,
  canvas: Canvas,
  at: { n: number; count: number },
): void {
  const small = { size: 8, weight: "normal", isOwn: true } as const;
  if (at.n > 1) canvas.text(canvas.set(title, { ...small, most: 1 }), SIDE, 28, { colour: ink.muted });
  const number = canvas.set(fillText(page, { n: String(at.n), count: String(at.count) }), small);
  const place = canvas.set(about, { ...small, width: CONTENT - number.width - 20, most: 1 });
  const y = PAGE.height - 36;
  canvas.rule(SIDE, y - 8, CONTENT);
  canvas.text(place, SIDE, y, { colour: ink.faint });
  canvas.text(number, SIDE, y, { width: CONTENT, align: "end", colour: ink.muted });
}
