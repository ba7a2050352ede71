import type { Canvas } from "#server/platform/pdf/canvas.ts";
import { CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { Crops } from "./crops.ts";
import { chipOf, priorityMark } from "./marks.ts";
import { picturesRow } from "./pictures-row.ts";
import type { ReportPhoto, ReportSnag } from "./snag.ts";
import { commentRows, textRows } from "./text-rows.ts";
import type { ReportWords } from "./words.ts";

export interface BlockOptions {
  readonly canvas: Canvas;
  readonly words: ReportWords;
  readonly crops: Crops;
}

const { side: SIDE } = PAGE;
const COLUMN_GAP = 12;
const PHOTOS = { perRow: 4, gap: 9, height: 84, caption: 14 };

/** A snag as rows from top to bottom. Heights are known before drawing; pictures are rendered while drawing. */
export function blockOf(snag: ReportSnag, options: BlockOptions): Row[] {
  return [
    titleRow(snag, options),
    factsRow(snag, options),
    ...picturesRow(snag, options),
    ...textRows(snag, options),
    ...photoRows(snag.photos, options),
    ...commentRows(snag, options),
  ];
}

const NUMBER_SIZE = 15;

function titleRow(snag: ReportSnag, { canvas, words }: BlockOptions): Row {
  const number = canvas.set(`${snag.number}`, { size: NUMBER_SIZE, weight: strong, isOwn: true });
  const indent = Math.max(26, number.width + 9);
  const chip = chipOf(canvas, snag.status, words);
  const title = canvas.set(snag.title, {
    size: 13,
    weight: strong,
    width: CONTENT - indent - chip.width - 10,
    most: 3,
  });
  return {
    height: Math.max(title.height, number.lineHeight),
    gap: 0,
    isHeading: true,
    draw(y) {
      canvas.text(number, SIDE, y + (title.lineHeight - number.lineHeight) / 2, { colour: ink.faint });
      canvas.text(title, SIDE + indent, y);
      chip.draw(SIDE + CONTENT - chip.width, y + (title.lineHeight - chip.height) / 2);
    },
  };
}

/** Heads a block that continues from the previous page. */
export function continuedRow(snag: ReportSnag, { canvas, words }: BlockOptions): Row {
  const style = { size: 9, weight: strong, most: 1 } as const;
  const more = canvas.set(`(${words.say.continued})`, { ...style, weight: "normal", isOwn: true });
  const number = canvas.set(String(snag.number), { ...style, isOwn: true });
  const width = CONTENT - more.width - number.width - 14;
  const title = canvas.set(snag.title, { ...style, width });
  return {
    height: title.height + 2,
    gap: 0,
    isHeading: true,
    draw(y) {
      canvas.text(number, SIDE, y, { colour: ink.faint });
      canvas.text(title, SIDE + number.width + 8, y, { colour: ink.muted });
      canvas.text(more, SIDE + number.width + title.width + 14, y, { colour: ink.faint });
    },
  };
}

function factsRow(snag: ReportSnag, { canvas, words }: BlockOptions): Row {
  const { say } = words;
  const place = [snag.room, snag.visit].filter((name) => name !== "").join(" · ") || (snag.plan?.name ?? "");
  const due = snag.due === null ? say.unset : words.day(snag.due);
  const facts = [
    { label: say.where, value: place || say.unset, share: 0.28 },
    { label: say.trade, value: snag.trade || say.unset, share: 0.18 },
    { label: say.assignee, value: words.assigned(snag) || say.nobody, share: 0.18 },
    {
      label: say.due,
      value: snag.isOverdue ? `${due} · ${say.overdue}` : due,
      share: 0.24,
      isBad: snag.isOverdue,
    },
    { label: say.priority, value: words.priorities[snag.priority], share: 0.12, priority: snag.priority },
  ];
  const width = CONTENT - COLUMN_GAP * (facts.length - 1);
  const cells = facts.map((fact) => ({
    ...fact,
    width: fact.share * width,
    name: canvas.set(fact.label, { size: 7, weight: "normal", isOwn: true }),
    text: canvas.set(fact.value, {
      size: 9,
      weight: fact.isBad === true ? strong : "normal",
      width: fact.share * width - (fact.priority === undefined ? 0 : 13),
      most: 2,
    }),
  }));
  const top = cells[0]?.name.height ?? 0;
  return {
    height: top + Math.max(...cells.map(({ text }) => text.height)),
    gap: 5,
    draw(y) {
      let x: number = SIDE;
      for (const { width, name, text, priority, isBad } of cells) {
        canvas.text(name, x, y, { colour: ink.faint });
        const inset = priority === undefined ? 0 : 13;
        if (priority !== undefined) priorityMark(canvas, priority, x, y + top + (text.lineHeight - 8) / 2);
        const isUrgent = isBad === true || priority === "critical";
        canvas.text(text, x + inset, y + top, { colour: isUrgent ? ink.bad : ink.strong });
        x += width + COLUMN_GAP;
      }
    },
  };
}

function photoRows(photos: readonly ReportPhoto[], options: BlockOptions): Row[] {
  const sorted = photos.toSorted((a, b) => Number(a.kind === "after") - Number(b.kind === "after"));
  return Array.from({ length: Math.ceil(sorted.length / PHOTOS.perRow) }, (_, at) =>
    photoRow(sorted.slice(at * PHOTOS.perRow, (at + 1) * PHOTOS.perRow), options),
  );
}

function photoRow(photos: readonly ReportPhoto[], { canvas, words, crops }: BlockOptions): Row {
  const width = (CONTENT - PHOTOS.gap * (PHOTOS.perRow - 1)) / PHOTOS.perRow;
  const captions = photos.map(({ kind }) =>
    canvas.set(words.say[kind], { size: 7.5, weight: "normal", isOwn: true }),
  );
  return {
    height: PHOTOS.height + PHOTOS.caption,
    gap: 10,
    async draw(y) {
      for (const [at, photo] of photos.entries()) {
        const x = SIDE + at * (width + PHOTOS.gap);
        const made = await crops.photo(photo.image, { width: 480, height: 336 });
        const scale = made === undefined ? 0 : Math.min(width / made.width, PHOTOS.height / made.height);
        if (made === undefined) canvas.fill(ink.sunken, x, y, width, PHOTOS.height, 4);
        // Aligned at the bottom, where the captions are.
        else {
          const [wide, high] = [made.width * scale, made.height * scale];
          canvas.picture(made.jpeg, x, y + PHOTOS.height - high, wide, high);
        }
        const caption = captions[at];
        if (caption) canvas.text(caption, x, y + PHOTOS.height + 2, { colour: ink.muted });
      }
    },
  };
}
