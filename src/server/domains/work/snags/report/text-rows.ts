import { type Canvas, CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { BlockOptions } from "./block.ts";
import type { ReportComment, ReportSnag } from "./snag.ts";

const { side: SIDE } = PAGE;

/** Lines in portions, so that a long text may continue on the next page. */
export function textRows({ text }: ReportSnag, { canvas }: BlockOptions): Row[] {
  if (text.trim() === "") return [];
  return portions(canvas, text, { size: 9.5, gap: 9, indent: 0, colour: ink.strong });
}

const LINES = 12;

function portions(
  canvas: Canvas,
  text: string,
  { size, gap, indent, colour }: { size: number; gap: number; indent: number; colour: string },
): Row[] {
  const set = canvas.set(text.trim(), { size, weight: "normal", width: CONTENT - indent });
  return Array.from({ length: Math.ceil(set.lines.length / LINES) }, (_, at): Row => {
    const lines = set.lines.slice(at * LINES, (at + 1) * LINES);
    return {
      height: lines.length * set.lineHeight,
      gap: at === 0 ? gap : 0,
      draw: (y) => canvas.text({ ...set, lines }, SIDE + indent, y, { colour }),
    };
  });
}

/** Number of comments printed, counted from the newest. */
const COMMENTS = 20;

export function commentRows({ comments }: ReportSnag, options: BlockOptions): Row[] {
  if (comments.length === 0) return [];
  const { canvas, words } = options;
  const label = canvas.set(words.say.comments, { size: 7, weight: "normal", isOwn: true });
  const earlier = comments.length - COMMENTS;
  const rest = earlier > 0 ? [noteRow(words.counted("earlier", earlier), options)] : [];
  const heading: Row = {
    height: label.height,
    gap: 9,
    isHeading: true,
    draw: (y) => canvas.text(label, SIDE, y, { colour: ink.faint }),
  };
  return [heading, ...rest, ...comments.slice(-COMMENTS).flatMap((comment) => commentRow(comment, options))];
}

function noteRow(text: string, { canvas }: BlockOptions): Row {
  const set = canvas.set(text, { size: 8.5, weight: "normal", isOwn: true });
  return { height: set.height, gap: 2, draw: (y) => canvas.text(set, SIDE, y, { colour: ink.muted }) };
}

const COMMENT_INDENT = 9;

function commentRow({ author, at, text }: ReportComment, { canvas, words }: BlockOptions): Row[] {
  const name = canvas.set(author || words.say.nobody, {
    size: 8.5,
    weight: strong,
    width: CONTENT * 0.6,
    most: 1,
  });
  const day = canvas.set(words.day(at), { size: 8, weight: "normal", isOwn: true });
  const [first, ...more] = portions(canvas, text, {
    size: 9,
    gap: 0,
    indent: COMMENT_INDENT,
    colour: ink.strong,
  });
  const bar = (row: Row | undefined, y: number, height: number) => {
    canvas.fill(ink.line, SIDE, y + 2, 1.5, height - 4);
    return row?.draw(y + height - (row?.height ?? 0));
  };
  const height = name.height + (first?.height ?? 0);
  const head: Row = {
    height,
    gap: 5,
    draw(y) {
      canvas.text(name, SIDE + COMMENT_INDENT, y);
      canvas.text(day, SIDE + COMMENT_INDENT + name.width + 7, y + 0.4, { colour: ink.faint });
      return bar(first, y, height);
    },
  };
  return [head, ...more.map((row): Row => ({ ...row, draw: (y) => bar(row, y, row.height) }))];
}
