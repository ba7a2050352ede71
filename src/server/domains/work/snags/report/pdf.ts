import { Readable } from "node:stream";
import {
  type Canvas,
  CONTENT,
  createCanvas,
  createDocument,
  FOOT,
  PAGE,
} from "#server/platform/pdf/canvas.ts";
import { drawPages } from "#server/platform/pdf/draw-pages.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Block, Row } from "#server/platform/pdf/paginate.ts";
import { type BlockOptions, blockOf, continuedRow } from "./block.ts";
import { coverRows } from "./cover.ts";
import type { Crops } from "./crops.ts";
import type { ReportHead, ReportSnag } from "./snag.ts";
import type { ReportWords } from "./words.ts";

export interface PdfReport {
  readonly head: ReportHead;
  readonly snags: readonly ReportSnag[];
  readonly words: ReportWords;
  readonly crops: Crops;
}

const { side: SIDE } = PAGE;
/** Height between two snags: space, a fine line, space. */
const BETWEEN = 17;
/** Title, facts and pictures of a snag stay on one page. */
const CORE = 3;

/**
 * The report as a PDF, created while it is read: a page's pictures are in memory until the next page begins, and
 * nothing is rendered ahead of the reader.
 */
export function writePdf(report: PdfReport): Readable {
  return Readable.from(chunksOf(report), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* chunksOf({ head, snags, words, crops }: PdfReport): AsyncGenerator<Buffer> {
  const title = `${words.say.title} – ${head.project.name}`;
  const doc = createDocument({ title, author: head.site, language: words.language, at: head.at });
  const canvas = createCanvas(doc, words.isRtl);
  const options: BlockOptions = { canvas, words, crops };
  yield* drawPages(doc, {
    blocks: () => blocksOf(head, snags, options),
    top: PAGE.top,
    foot: FOOT,
    dress: (at) => dress(canvas, head, words, at),
  });
}

function* blocksOf(head: ReportHead, snags: readonly ReportSnag[], options: BlockOptions): Generator<Block> {
  const { canvas, words } = options;
  yield { rows: coverRows(head, snags, canvas, words), gap: 0, core: 0 };
  for (const [at, snag] of snags.entries()) {
    const divider: Row = {
      height: 0,
      gap: 0,
      draw: (y) => canvas.rule(SIDE, y - BETWEEN, CONTENT),
    };
    yield {
      rows: blockOf(snag, options),
      core: CORE,
      gap: at === 0 ? BETWEEN : 2 * BETWEEN,
      again: () => continuedRow(snag, options),
      ...(at > 0 && { divider }),
    };
  }
}

/** Header and footer of a page. The first has the cover as its header. */
function dress(
  canvas: Canvas,
  head: ReportHead,
  words: ReportWords,
  { page, count }: { page: number; count: number },
): void {
  const small = { size: 8, weight: "normal", isOwn: true } as const;
  if (page > 0) {
    const kind = canvas.set(`${words.say.title}  ·  ${words.day(head.at)}`, small);
    const name = canvas.set(head.project.name, { ...small, width: CONTENT - kind.width - 20, most: 1 });
    canvas.text(name, SIDE, 30, { colour: ink.muted });
    canvas.text(kind, SIDE, 30, { width: CONTENT, align: "end", colour: ink.faint });
    canvas.rule(SIDE, 48, CONTENT);
  }
  const number = canvas.set(words.fill(words.say.page, { n: page + 1, count }), small);
  const site = canvas.set(head.site, { ...small, width: CONTENT - number.width - 20, most: 1 });
  const y = PAGE.height - 36;
  canvas.text(site, SIDE, y, { colour: ink.faint });
  canvas.text(number, SIDE, y, { width: CONTENT, align: "end", colour: ink.muted });
}
