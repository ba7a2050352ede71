import { Readable } from "node:stream";
import { fillText } from "#server/platform/mail/text.ts";
import {
  type Canvas,
  CONTENT,
  createCanvas,
  createDocument,
  FOOT,
  PAGE,
  strong,
} from "#server/platform/pdf/canvas.ts";
import { drawPages } from "#server/platform/pdf/draw-pages.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Block, Row } from "#server/platform/pdf/paginate.ts";
import type { Crops } from "../snags/report/crops.ts";
import type { PrintedOwnerReport, PrintedSide } from "./document.ts";
import type { SectionLines } from "./lines.ts";

const { side: SIDE } = PAGE;
const TOP = 52;
const NAME = 190;
const GAP = 12;
const BULLET = 12;
/** Two photos beside each other, 16:9. */
const VIEW = { width: (CONTENT - GAP) / 2, height: ((CONTENT - GAP) / 2) * (9 / 16) };
/** Pixels per point: sharp in print, and twelve photos stay far below 3 MB. */
const DENSITY = 2.2;

/** The report as a PDF, generated while it is read; photos are drawn from the tiles of their rooms. */
export const writeOwnerReport = (report: PrintedOwnerReport, crops: Crops): Readable =>
  Readable.from(chunksOf(report, crops), { objectMode: false, highWaterMark: 64 * 1024 });

async function* chunksOf(report: PrintedOwnerReport, crops: Crops): AsyncGenerator<Buffer> {
  const { title, about, language, at, changes, pairs, sections } = report;
  const doc = createDocument({ title, author: about, language, at });
  const canvas = createCanvas(doc, language === "ar");
  const block = (rows: readonly Row[], core: number): Block => ({ rows, gap: 22, core });
  const blocks: Block[] = [
    { rows: headRows(report, canvas), gap: 0, core: 2 },
    ...(changes.sentences.length === 0
      ? []
      : [block([headingRow(changes.heading, canvas), ...sentenceRows(changes.sentences, canvas)], 2)]),
    ...(pairs.list.length === 0
      ? []
      : [block([headingRow(pairs.heading, canvas), ...pairRows(pairs, canvas, crops)], 2)]),
    ...sections.map((section) => block(sectionRows(section, canvas), 3)),
    block([noteRow(report.note, canvas)], 1),
  ];
  yield* drawPages(doc, {
    blocks: () => blocks,
    top: TOP,
    foot: FOOT,
    dress: ({ page, count }) => dress(report, canvas, { n: page + 1, count }),
  });
}

function headRows({ title, subtitle }: PrintedOwnerReport, canvas: Canvas): Row[] {
  const large = canvas.set(title, { size: 21, weight: strong, width: CONTENT });
  const small = canvas.set(subtitle, { size: 11, weight: "normal", width: CONTENT });
  return [
    { height: large.height, gap: 0, draw: (y) => canvas.text(large, SIDE, y) },
    { height: small.height, gap: 4, draw: (y) => canvas.text(small, SIDE, y, { colour: ink.muted }) },
  ];
}

function headingRow(heading: string, canvas: Canvas): Row {
  const set = canvas.set(heading, { size: 12.5, weight: strong, width: CONTENT, isOwn: true });
  return {
    height: set.height + 6,
    gap: 0,
    isHeading: true,
    draw(y) {
      canvas.text(set, SIDE, y);
      canvas.rule(SIDE, y + set.height + 3, CONTENT);
    },
  };
}

const sentenceRows = (sentences: readonly string[], canvas: Canvas): Row[] =>
  sentences.map((sentence) => {
    const set = canvas.set(sentence, { size: 10.5, weight: "normal", width: CONTENT - BULLET, isOwn: true });
    return {
      height: set.height,
      gap: 5,
      draw(y) {
        canvas.fill(ink.accent, SIDE + 1, y + set.lineHeight / 2 - 2, 4, 4, 2);
        canvas.text(set, SIDE + BULLET, y);
      },
    };
  });

/** The spot's name, both photos, and their dates. */
function pairRows({ list, removed }: PrintedOwnerReport["pairs"], canvas: Canvas, crops: Crops): Row[] {
  return list.flatMap(({ name, before, after }): Row[] => {
    const title = canvas.set(name, { size: 10, weight: strong, width: CONTENT, most: 1 });
    const captions = [before, after].map(({ caption }) =>
      canvas.set(caption, { size: 9, weight: "normal", width: VIEW.width, most: 1, isOwn: true }),
    );
    const caption = Math.max(...captions.map(({ height }) => height));
    return [
      { height: title.height, gap: 10, isHeading: true, draw: (y) => canvas.text(title, SIDE, y) },
      {
        height: VIEW.height + 4 + caption,
        gap: 4,
        async draw(y) {
          for (const [at, side] of [before, after].entries()) {
            const x = SIDE + at * (VIEW.width + GAP);
            await drawView(side, { x, y, removed }, canvas, crops);
            const words = captions[at];
            if (words !== undefined) canvas.text(words, x, y + VIEW.height + 4, { colour: ink.muted });
          }
        },
      },
    ];
  });
}

async function drawView(
  { picture, look, link }: PrintedSide,
  { x, y, removed }: { readonly x: number; readonly y: number; readonly removed: string },
  canvas: Canvas,
  crops: Crops,
): Promise<void> {
  const size = { width: Math.round(VIEW.width * DENSITY), height: Math.round(VIEW.height * DENSITY) };
  const jpeg = picture === null ? undefined : await crops.view(picture, look, size);
  if (jpeg === undefined) {
    canvas.fill(ink.sunken, x, y, VIEW.width, VIEW.height, 4);
    const text = canvas.set(removed, { size: 9, weight: "normal", width: VIEW.width - 20, isOwn: true });
    canvas.text(text, x, y + (VIEW.height - text.height) / 2, {
      width: VIEW.width,
      align: "center",
      colour: ink.muted,
    });
    return;
  }
  canvas.picture(jpeg, x, y, VIEW.width, VIEW.height);
  if (link !== null) canvas.link(link, x, y, VIEW.width, VIEW.height);
}

const sectionRows = ({ heading, facts }: SectionLines, canvas: Canvas): Row[] => [
  headingRow(heading, canvas),
  ...facts.map(([name, value]): Row => {
    const label = canvas.set(name, { size: 9.5, weight: "normal", width: NAME - 12 });
    const body = canvas.set(value, { size: 9.5, weight: "normal", width: CONTENT - NAME, isOwn: true });
    return {
      height: Math.max(label.height, body.height),
      gap: 5,
      draw(y) {
        canvas.text(label, SIDE, y, { colour: ink.muted });
        canvas.text(body, SIDE + NAME, y);
      },
    };
  }),
];

function noteRow(note: string, canvas: Canvas): Row {
  const set = canvas.set(note, { size: 8.5, weight: "normal", width: CONTENT, isOwn: true });
  return { height: set.height, gap: 0, draw: (y) => canvas.text(set, SIDE, y, { colour: ink.faint }) };
}

function dress(
  { title, about, page }: PrintedOwnerReport,
  canvas: Canvas,
  at: { readonly n: number; readonly count: number },
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
