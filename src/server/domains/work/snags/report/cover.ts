import { snagStatuses } from "#contract/choices.ts";
import { type Canvas, CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import { statusMark } from "./marks.ts";
import type { ReportHead, ReportSnag } from "./snag.ts";
import { statusTones } from "./tones.ts";
import type { ReportWords } from "./words.ts";

const { side: SIDE } = PAGE;

/** Header of the first page: title, date, number of snags and their status. */
export function coverRows(
  head: ReportHead,
  snags: readonly ReportSnag[],
  canvas: Canvas,
  words: ReportWords,
): Row[] {
  const { say } = words;
  const late = snags.filter(({ isOverdue }) => isOverdue).length;
  const kind = canvas.set(say.title, { size: 10, weight: strong, isOwn: true });
  const name = canvas.set(head.project.name, { size: 25, weight: strong, most: 2 });
  const facts = [alone(head.project.location), words.longDay(head.at), words.counted("count", snags.length)];
  const line = canvas.set(facts.filter((fact) => fact !== "").join("  ·  "), {
    size: 10,
    weight: "normal",
    isOwn: true,
    most: 2,
  });
  const filters = head.filters.map(({ label, value }) => `${label}: ${alone(value)}`).join("  ·  ");
  const narrowed = canvas.set(`${say.filters}  –  ${filters}`, {
    size: 9,
    weight: "normal",
    isOwn: true,
    most: 3,
  });
  const row = (set: typeof kind, gap: number, colour: string): Row => ({
    height: set.height,
    gap,
    draw: (y) => canvas.text(set, SIDE, y, { colour }),
  });
  return [
    row(kind, 0, ink.accent),
    row(name, 2, ink.strong),
    row(line, 3, ink.muted),
    ...(head.filters.length === 0 ? [] : [row(narrowed, 2, ink.muted)]),
    ...(snags.length === 0 ? [] : [barRow(snags, late, canvas, words)]),
    {
      height: 1,
      gap: 16,
      draw: (y) => canvas.rule(SIDE, y, CONTENT),
    },
    ...(snags.length > 0
      ? []
      : [row(canvas.set(say.none, { size: 10, weight: "normal", isOwn: true }), 16, ink.muted)]),
  ];
}

/** Isolates user text from its surroundings: a name in Latin letters would attract the figure of the day next to it. */
const alone = (text: string) => (text === "" ? "" : `\u2068${text}\u2069`);

/** One bar across the page, with the legend of its parts below. */
function barRow(snags: readonly ReportSnag[], late: number, canvas: Canvas, words: ReportWords): Row {
  const parts = snagStatuses
    .map((status) => ({ status, count: snags.filter((snag) => snag.status === status).length }))
    .filter(({ count }) => count > 0);
  const legend = parts.map(({ status, count }) => ({
    status,
    count: canvas.set(String(count), { size: 10, weight: strong, isOwn: true }),
    word: canvas.set(words.statuses[status], { size: 9, weight: "normal", isOwn: true }),
  }));
  const overdue = canvas.set(words.counted("overdue", late), { size: 9, weight: strong, isOwn: true });
  return {
    height: 32,
    gap: 16,
    draw(y) {
      const free = CONTENT - (parts.length - 1) * 2;
      let x: number = SIDE;
      for (const { status, count } of parts) {
        const width = (free * count) / snags.length;
        canvas.fill(statusTones[status].full, x, y, width, 7, 2);
        x += width + 2;
      }
      x = SIDE;
      for (const { status, count, word } of legend) {
        statusMark(canvas, status, x, y + 18, 8);
        canvas.text(count, x + 12, y + 22 - count.lineHeight / 2);
        canvas.text(word, x + 12 + count.width + 4, y + 22 - word.lineHeight / 2, { colour: ink.muted });
        x += 12 + count.width + 4 + word.width + 18;
      }
      if (late > 0)
        canvas.text(overdue, SIDE + CONTENT - overdue.width, y + 22 - overdue.lineHeight / 2, {
          colour: ink.bad,
        });
    },
  };
}
