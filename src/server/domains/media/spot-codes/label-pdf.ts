import { Readable } from "node:stream";
import type { Language } from "#contract/languages.ts";
import { type LabelLayout, type LabelSheet, labelSheets, labelsOn } from "#contract/spot-codes.labels.ts";
import { fillText } from "#server/platform/mail/text.ts";
import { type Canvas, createCanvas, createDocument, strong, written } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import { labelWords } from "./label-words.ts";

export interface PrintedLabel {
  /** The address in the QR code. */
  readonly address: string;
  readonly number: number;
  readonly room: string;
  readonly floor: string;
}

export interface LabelOrder {
  readonly language: Language;
  readonly layout: LabelLayout;
  /** First free label of the first page, from 1. */
  readonly start: number;
  readonly title: string;
  readonly project: string;
  readonly site: string;
  readonly at: Date;
  readonly labels: readonly PrintedLabel[];
}

/** Points per millimetre. */
const MM = 72 / 25.4;
/** Points from the cut to the content: labels are seldom cut exactly, and the code needs white around it. */
const INSET = 2.8 * MM;

/** Labels as a PDF, generated while it is read. They follow the reading direction: in Arabic the first is at the right. */
export const writeLabels = (order: LabelOrder): Readable =>
  Readable.from(chunksOf(order), { objectMode: false, highWaterMark: 64 * 1024 });

async function* chunksOf(order: LabelOrder): AsyncGenerator<Buffer> {
  const { language, layout, title, site, at, labels } = order;
  const sheet = labelSheets[layout];
  const doc = createDocument({ title: `${title} – ${order.project}`, author: site, language, at });
  const width = sheet.page.width * MM;
  const canvas = createCanvas(doc, language === "ar", width);
  const count = labelsOn(layout);
  // A partly used sheet starts at a later label; a number beyond the sheet means its last one.
  const first = Math.min(order.start, count) - 1;
  for (const [index, label] of labels.entries()) {
    const position = (first + index) % count;
    if (index === 0 || position === 0) doc.addPage({ size: [width, sheet.page.height * MM], margin: 0 });
    const box = boxOf(sheet, position);
    if (count === 1) drawPoster(canvas, box, label, order);
    else drawLabel(canvas, box, label, order);
    yield* written(doc);
  }
  doc.end();
  yield* written(doc);
}

/** In points, from the side where lines start. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxOf({ start, pitch, label, columns }: LabelSheet, position: number): Box {
  const column = position % columns;
  const row = Math.floor(position / columns);
  return {
    x: (start.x + column * pitch.x) * MM,
    y: (start.y + row * pitch.y) * MM,
    width: label.width * MM,
    height: label.height * MM,
  };
}

/** The code at the start of the lines, the texts beside it. */
function drawLabel(canvas: Canvas, box: Box, label: PrintedLabel, order: LabelOrder): void {
  const side = Math.min(box.height - 2 * INSET, box.width * 0.46);
  canvas.qr(label.address, box.x + INSET, box.y + (box.height - side) / 2, side);
  const x = box.x + side + 2 * INSET;
  const width = box.x + box.width - INSET - x;
  const { lines, height } = fitTexts(canvas, label, order, { width, height: box.height - INSET });
  let y = box.y + Math.max(INSET / 2, (box.height - height) / 2);
  for (const { text, colour } of lines) {
    canvas.text(text, x, y, { width, colour });
    y += text.height + GAP;
  }
}

/** Points between the texts of a label. */
const GAP = 1.8;

/** The texts of a label in the largest size in which the room's name is complete; cut in the smallest. */
function fitTexts(
  canvas: Canvas,
  label: PrintedLabel,
  order: LabelOrder,
  space: { readonly width: number; readonly height: number },
) {
  const { width } = space;
  const small = Math.min(Math.max(space.height / 13.5, 6.2), 10);
  const isTall = space.height > 80;
  const quiet = (text: string, most: number) =>
    canvas.set(text, { size: small, weight: "normal", width, most });
  const number = canvas.set(numberText(label, order), { size: small, weight: "normal", width, isOwn: true });
  const smallest = 0.95;
  for (let scale = 1.7; ; scale -= 0.15) {
    const size = small * Math.max(scale, smallest);
    const style = { size, weight: strong, width } as const;
    const texts = [
      { text: quiet(order.project, isTall ? 2 : 1), colour: ink.muted },
      { text: canvas.set(label.room, { ...style, most: isTall ? 3 : 2 }), colour: ink.strong },
      { text: quiet(label.floor, isTall ? 2 : 1), colour: ink.muted },
      { text: number, colour: ink.faint },
    ];
    const lines = label.floor === "" ? texts.filter((_, at) => at !== 2) : texts;
    const height = lines.reduce((sum, { text }) => sum + text.height + GAP, -GAP);
    const isWhole = canvas.set(label.room, style).lines.length <= (isTall ? 3 : 2);
    const isUnbroken = roomSize(canvas, label.room, width, size) === size;
    if ((height <= space.height && isWhole && isUnbroken) || scale <= smallest) return { lines, height };
  }
}

/** One label on the whole page, read from a distance. */
function drawPoster(canvas: Canvas, box: Box, label: PrintedLabel, order: LabelOrder): void {
  const margin = 20 * MM;
  const width = box.width - 2 * margin;
  const x = box.x + margin;
  const center = (text: string, size: number, y: number, colour: string, most: number, isStrong = false) => {
    const set = canvas.set(text, { size, weight: isStrong ? strong : "normal", width, most });
    canvas.text(set, x, y, { width, align: "center", colour });
    return y + set.height;
  };
  let y = center(order.project, 20, box.y + 24 * MM, ink.muted, 2);
  y = center(label.room, roomSize(canvas, label.room, width, 46), y + 4 * MM, ink.strong, 2, true);
  if (label.floor !== "") y = center(label.floor, 22, y + 2 * MM, ink.muted, 1);
  const side = 125 * MM;
  const top = Math.max(y + 10 * MM, box.y + 105 * MM);
  canvas.qr(label.address, box.x + (box.width - side) / 2, top, side);
  const below = center(labelWords(order.language).hint, 18, top + side + 10 * MM, ink.strong, 2);
  center(numberText(label, order), 14, below + 3 * MM, ink.faint, 1);
}

const numberText = ({ number }: PrintedLabel, { language }: LabelOrder): string =>
  fillText(labelWords(language).number, { n: String(number) });

/** Points: smaller for a name whose longest word would be broken. */
function roomSize(canvas: Canvas, name: string, width: number, size: number): number {
  const longest = Math.max(
    ...name.split(/\s+/).map((word) => canvas.set(word, { size, weight: strong, width: 10_000 }).width),
  );
  return longest <= width ? size : Math.max(size * 0.55, (size * width) / longest);
}
