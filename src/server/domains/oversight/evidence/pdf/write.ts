import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { limits } from "#contract/limits.ts";
import { CONTENT, createCanvas, createDocument, FOOT, PAGE } from "#server/platform/pdf/canvas.ts";
import { drawPages } from "#server/platform/pdf/draw-pages.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import { fileBlocks } from "./files.ts";
import { headRows } from "./head.ts";
import { recordBlocks } from "./record.ts";
import type { CustodySheet, Picture, Printing } from "./sheet.ts";

const { side: SIDE } = PAGE;
const TOP = 52;

/** A chain-of-custody report as a PDF, in the language of its texts, generated while it is read. */
export const writeCustodySheet = (sheet: CustodySheet): Readable =>
  Readable.from(chunksOf(sheet), { objectMode: false, highWaterMark: 64 * 1024 });

async function* chunksOf(sheet: CustodySheet): AsyncGenerator<Buffer> {
  const { evidence, words, at, site } = sheet;
  const doc = createDocument({
    title: `${words.say.file} – ${evidence.name}`,
    author: site,
    language: words.language,
    at,
  });
  const canvas = createCanvas(doc, words.isRtl);
  const printing: Printing = { ...sheet, canvas, picture: await pictureOf(sheet) };
  const blocks = [
    { rows: headRows(printing), gap: 0, core: 5 },
    ...fileBlocks(printing),
    ...recordBlocks(printing),
  ];
  yield* drawPages(doc, { blocks: () => blocks, top: TOP, foot: FOOT, dress: (at) => dress(printing, at) });
}

/** A small picture of the subject; on failure, the report is printed without one. */
async function pictureOf({ archive, thumbnail }: CustodySheet): Promise<Picture | undefined> {
  const file = thumbnail === null ? null : await archive.keptFile(thumbnail);
  if (file === null) return undefined;
  try {
    const { data, info } = await sharp(await buffer(await file.open()), {
      limitInputPixels: limits.sheet.maxPixels,
    })
      .resize({ width: 700, height: 480, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

/** Footer of every page, and the header of those after the first. */
function dress(
  { canvas, evidence, words, site, at }: Printing,
  { page, count }: { page: number; count: number },
): void {
  const small = { size: 8, weight: "normal", isOwn: true } as const;
  if (page > 0) {
    const kind = canvas.set(`${words.say.file}  ·  ${words.moment(at)}`, small);
    const name = canvas.set(evidence.name, { ...small, width: CONTENT - kind.width - 20, most: 1 });
    canvas.text(name, SIDE, 28, { colour: ink.muted });
    canvas.text(kind, SIDE, 28, { width: CONTENT, align: "end", colour: ink.faint });
  }
  const number = canvas.set(words.fill(words.say.page, { n: page + 1, count }), small);
  const place = canvas.set(`\u2068${site}\u2069  ·  \u2068${evidence.project}\u2069`, {
    ...small,
    width: CONTENT - number.width - 20,
    most: 1,
  });
  const y = PAGE.height - 36;
  canvas.rule(SIDE, y - 8, CONTENT);
  canvas.text(place, SIDE, y, { colour: ink.faint });
  canvas.text(number, SIDE, y, { width: CONTENT, align: "end", colour: ink.muted });
}
