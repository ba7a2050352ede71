import { Readable } from "node:stream";
import type { Language } from "#contract/languages.ts";
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
import type { PictureLevels } from "../snags/report/snag.ts";
import { comparisonWords } from "./comparison-words.ts";

/** One photo of a pair. */
export interface ComparedView {
  readonly picture: PictureLevels;
  readonly yaw: number;
  /** Its date, and the name of its visit. */
  readonly date: string;
  readonly visit: string;
  /** Address of exactly this view. */
  readonly link: string;
}

export interface ComparedPair {
  readonly name: string;
  readonly floor: string;
  /** Written by the user; may be empty. */
  readonly caption: string;
  /** Degrees clockwise from north; null where the photos have no north. */
  readonly bearing: number | null;
  readonly views: readonly [ComparedView, ComparedView];
  /** Open snags, a line each; null for a reader who may not see snags. */
  readonly snags: readonly string[] | null;
}

/** Plain data, as it is sent to the drawing process. */
export interface ComparisonOrder {
  readonly language: Language;
  readonly project: string;
  readonly site: string;
  readonly at: Date;
  readonly pitch: number;
  readonly fov: number;
  readonly pairs: readonly ComparedPair[];
}

const { side: SIDE } = PAGE;
const TOP = 52;
const GAP = 10;
const WIDTH = (CONTENT - GAP) / 2;
const HEIGHT = (WIDTH * 9) / 16;
/** Pixels per point: the resolution of a photograph in print. */
const DENSITY = 2.4;

/** The comparison as a PDF, generated while it is read. */
export const writeComparison = (order: ComparisonOrder, crops: Crops): Readable =>
  Readable.from(chunksOf(order, crops), { objectMode: false, highWaterMark: 64 * 1024 });

async function* chunksOf(order: ComparisonOrder, crops: Crops): AsyncGenerator<Buffer> {
  const { language, project, site, at, pairs } = order;
  const { title } = comparisonWords(language);
  const doc = createDocument({ title: `${title} – ${project}`, author: site, language, at });
  const canvas = createCanvas(doc, language === "ar");
  const blocks: Block[] = [
    { rows: headRows(order, canvas), gap: 0, core: 3 },
    ...pairs.map((pair) => ({ rows: pairRows(pair, order, canvas, crops), gap: 20, core: 4 })),
  ];
  yield* drawPages(doc, {
    blocks: () => blocks,
    top: TOP,
    foot: FOOT,
    dress: ({ page, count }) => dress(order, canvas, { n: page + 1, count }),
  });
}

function headRows({ language, project, pairs }: ComparisonOrder, canvas: Canvas): Row[] {
  const { title, between } = comparisonWords(language);
  const dates = pairs[0]?.views.map(({ date }) => date) ?? [];
  const large = canvas.set(title, { size: 20, weight: strong, width: CONTENT });
  const span = fillText(between, { first: dates[0] ?? "", second: dates[1] ?? "" });
  const site = canvas.set(project, { size: 10.5, weight: "normal", width: CONTENT });
  const small = canvas.set(span, { size: 10.5, weight: "normal", width: CONTENT, isOwn: true });
  return [
    { height: large.height, gap: 0, draw: (y) => canvas.text(large, SIDE, y) },
    { height: site.height, gap: 4, draw: (y) => canvas.text(site, SIDE, y, { colour: ink.muted }) },
    { height: small.height, gap: 2, draw: (y) => canvas.text(small, SIDE, y, { colour: ink.muted }) },
  ];
}

function pairRows(pair: ComparedPair, order: ComparisonOrder, canvas: Canvas, crops: Crops): Row[] {
  const say = comparisonWords(order.language);
  const heading = canvas.set(pair.name || say.unnamed, { size: 12, weight: strong, width: CONTENT, most: 2 });
  const floor = canvas.set(pair.floor, { size: 8.5, weight: "normal", width: CONTENT, most: 1 });
  const direction =
    pair.bearing === null
      ? say.no_north
      : fillText(say.direction, { n: String(Math.round(pair.bearing) % 360) });
  const facts = [direction, ...snagLines(pair.snags, say)];
  return [
    {
      height: heading.height + floor.height + 4,
      gap: 0,
      isHeading: true,
      draw(y) {
        canvas.text(heading, SIDE, y);
        canvas.text(floor, SIDE, y + heading.height, { colour: ink.muted });
      },
    },
    {
      height: HEIGHT,
      gap: 4,
      async draw(y) {
        for (const [at, view] of pair.views.entries()) await drawView(view, at, y, { order, canvas, crops });
      },
    },
    datesRow(pair, canvas),
    ...captionRows(pair, canvas),
    ...facts.map((line): Row => {
      const set = canvas.set(line, { size: 9, weight: "normal", width: CONTENT, most: 2 });
      return { height: set.height, gap: 2, draw: (y) => canvas.text(set, SIDE, y, { colour: ink.muted }) };
    }),
  ];
}

const xOf = (at: number) => SIDE + at * (WIDTH + GAP);

async function drawView(
  { picture, yaw, link }: ComparedView,
  at: number,
  y: number,
  { order, canvas, crops }: { order: ComparisonOrder; canvas: Canvas; crops: Crops },
): Promise<void> {
  const size = { width: Math.round(WIDTH * DENSITY), height: Math.round(HEIGHT * DENSITY) };
  const jpeg = await crops.view(picture, { yaw, pitch: order.pitch, fov: order.fov }, size);
  if (jpeg !== undefined) canvas.picture(jpeg, xOf(at), y, WIDTH, HEIGHT);
  else {
    canvas.fill(ink.sunken, xOf(at), y, WIDTH, HEIGHT, 4);
    const text = canvas.set(comparisonWords(order.language).no_picture, {
      size: 8,
      weight: "normal",
      width: WIDTH - 16,
    });
    canvas.text(text, xOf(at) + 8, y + HEIGHT / 2, { width: WIDTH - 16, align: "center", colour: ink.muted });
  }
  canvas.link(link, xOf(at), y, WIDTH, HEIGHT);
}

/** The words of the user, with their own line breaks. */
function captionRows({ caption }: ComparedPair, canvas: Canvas): Row[] {
  if (caption === "") return [];
  const set = canvas.set(caption, { size: 10.5, weight: "normal", width: CONTENT, most: 8 });
  return [{ height: set.height, gap: 5, draw: (y) => canvas.text(set, SIDE, y) }];
}

/** The dates under their photos; pressing one on a screen opens the view. */
function datesRow({ views }: ComparedPair, canvas: Canvas): Row {
  const sets = views.map(({ date, visit }) => [
    canvas.set(date, { size: 10, weight: strong, width: WIDTH, most: 1 }),
    canvas.set(visit, { size: 8.5, weight: "normal", width: WIDTH, most: 1 }),
  ]);
  const height = Math.max(...sets.map((lines) => lines.reduce((sum, set) => sum + set.height, 0)));
  return {
    height,
    gap: 4,
    draw(y) {
      for (const [at, lines] of sets.entries()) {
        let top = y;
        for (const [line, set] of lines.entries()) {
          canvas.text(set, xOf(at), top, { width: WIDTH, ...(line > 0 && { colour: ink.muted }) });
          top += set.height;
        }
        canvas.link(views[at]?.link ?? "", xOf(at), y, WIDTH, height);
      }
    },
  };
}

/** Snags that are named; the others are counted. */
const MOST_SNAGS = 6;

function snagLines(snags: ComparedPair["snags"], say: ReturnType<typeof comparisonWords>): string[] {
  if (snags === null) return [];
  if (snags.length === 0) return [say.no_snags];
  const more = snags.length - MOST_SNAGS;
  return [
    say.snags,
    ...snags.slice(0, MOST_SNAGS),
    ...(more > 0 ? [fillText(say.more_snags, { n: String(more) })] : []),
  ];
}

function dress(
  { language, project, site }: ComparisonOrder,
  canvas: Canvas,
  at: { n: number; count: number },
): void {
  const small = { size: 8, weight: "normal", isOwn: true } as const;
  const { title, page } = comparisonWords(language);
  if (at.n > 1) canvas.text(canvas.set(title, { ...small, most: 1 }), SIDE, 28, { colour: ink.muted });
  const number = canvas.set(fillText(page, { n: String(at.n), count: String(at.count) }), small);
  const about = [site, project].filter(Boolean).join(" · ");
  const place = canvas.set(about, { ...small, width: CONTENT - number.width - 20, most: 1 });
  const y = PAGE.height - 36;
  canvas.rule(SIDE, y - 8, CONTENT);
  canvas.text(place, SIDE, y, { colour: ink.faint });
  canvas.text(number, SIDE, y, { width: CONTENT, align: "end", colour: ink.muted });
}
