import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { QRCode } from "jsqr";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type LabelLayout, labelLayouts, labelSheets, labelsOn } from "#contract/spot-codes.labels.ts";
import { newCode } from "#server/platform/code.ts";
import { type LabelOrder, writeLabels } from "./label-pdf.ts";

// A decoder that shares no code with the library that draws. Its types describe a module that it is not.
const decode = createRequire(import.meta.url)("jsqr") as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => QRCode | null;

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

const rooms = [
  ["Lobby and reception, north entrance", "Ground floor"],
  ["غرفة المضخات الرئيسية", "القبو · B1"],
  ["Shaft 7B", "Level 12 · Riser diagram of the western tower"],
  ["Betriebstechnikzentrale", ""],
] as const;

const labelsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [room, floor] = rooms[at % rooms.length] ?? rooms[0];
    return { address: `https://sitewalk.example.com/q/${newCode(18)}`, number: at + 1, room, floor };
  });

const orderOf = (layout: LabelLayout, values: Partial<LabelOrder> = {}): LabelOrder => ({
  language: "en",
  layout,
  start: 1,
  title: "QR labels",
  project: "برج النخيل / Palm Tower",
  site: "Sitewalk",
  at: new Date("2026-11-26T08:00:00Z"),
  labels: labelsOf(labelsOn(layout) + 1),
  ...values,
});

/** Dots per point: 300 dpi, as office printers print. */
const SCALE = 300 / 72;

async function pagesOf(order: LabelOrder) {
  const bytes = await buffer(writeLabels(order));
  const document = await library.loadDocument(bytes);
  const pages = await Promise.all(
    Array.from(document.pages(), (page) => page.render({ scale: SCALE, render: "bitmap" })),
  );
  const sizes = Array.from(document.pages(), (page) => page.getOriginalSize());
  document.destroy();
  const images = pages.map(({ data, width, height }) => ({ data: Buffer.from(data), width, height }));
  const folder = process.env["LABEL_PICTURES"];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    const name = `${order.layout}-${order.language}-${order.start}`;
    writeFileSync(`${folder}/${name}.pdf`, bytes);
    for (const [at, image] of images.entries()) await pngOf(image).toFile(`${folder}/${name}-${at + 1}.png`);
  }
  return images.map((image, at) => ({ image, size: sizes[at] }));
}

/** PDFium draws blue first. */
const pngOf = ({ data, width, height }: { data: Buffer; width: number; height: number }) =>
  sharp(data, { raw: { width, height, channels: 4 } }).recomb([
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ]);

/** Reads one label, as a phone that is held close to it. */
async function readAt(
  image: { data: Buffer; width: number; height: number },
  layout: LabelLayout,
  language: Language,
  position: number,
): Promise<string | null> {
  const { page, label, start, pitch, columns } = labelSheets[layout];
  const dots = (mm: number) => Math.round((mm / 25.4) * 300);
  const x = start.x + (position % columns) * pitch.x;
  const left = language === "ar" ? page.width - x - label.width : x;
  const top = start.y + Math.floor(position / columns) * pitch.y;
  const { data, info } = await sharp(image.data, {
    raw: { width: image.width, height: image.height, channels: 4 },
  })
    .extract({
      left: Math.max(0, dots(left)),
      top: dots(top),
      width: Math.min(dots(label.width), image.width - dots(left)),
      height: Math.min(dots(label.height), image.height - dots(top)),
    })
    .resize({ width: Math.min(dots(label.width), 900) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}

describe("a sheet of labels", () => {
  it.each(labelLayouts.flatMap((layout) => [[layout, "en"] as const, [layout, "ar"] as const]))(
    "%s in %s: another program's decoder reads every code, each in its own label",
    async (layout, language) => {
      const order = orderOf(layout, { language });
      const pages = await pagesOf(order);
      const count = labelsOn(layout);
      expect(pages).toHaveLength(2);
      const { page } = labelSheets[layout];
      expect(pages[0]?.size?.originalWidth).toBeCloseTo((page.width / 25.4) * 72, 0);
      expect(pages[0]?.size?.originalHeight).toBeCloseTo((page.height / 25.4) * 72, 0);
      const read = await Promise.all(
        order.labels.map(async (_, at) => {
          const on = pages[Math.floor(at / count)];
          return on === undefined ? null : readAt(on.image, layout, language, at % count);
        }),
      );
      expect(read).toEqual(order.labels.map(({ address }) => address));
    },
  );

  it("skips the labels that were used before, on the first page only", async () => {
    const order = orderOf("a4-21", { start: 20, labels: labelsOf(4) });
    const [first, second] = await pagesOf(order);
    const read = (on: typeof first, position: number) =>
      on === undefined ? null : readAt(on.image, "a4-21", "en", position);
    expect(await read(first, 18)).toBeNull();
    expect([
      await read(first, 19),
      await read(first, 20),
      await read(second, 0),
      await read(second, 1),
    ]).toEqual(order.labels.map(({ address }) => address));
    expect(await read(second, 2)).toBeNull();
  });
});
