import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import { type Canvas, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import { priorityBars, statusTones } from "./tones.ts";
import type { ReportWords } from "./words.ts";

/** Distinguished by shape as well as by colour: a print may be grey. The shapes are those of every screen. */
export function statusMark(canvas: Canvas, status: SnagStatus, x: number, y: number, size: number): void {
  const { doc } = canvas;
  const left = canvas.left(x, size);
  const [middle, centre, half] = [left + size / 2, y + size / 2, size / 2];
  const { full } = statusTones[status];
  if (status === "in_work")
    doc.roundedRect(left + size * 0.06, y + size * 0.06, size * 0.88, size * 0.88, size * 0.16);
  else if (status === "ready")
    doc.polygon([middle, y], [left + size, centre], [middle, y + size], [left, centre]);
  else if (status === "disputed")
    doc.polygon([middle, y + size * 0.04], [left + size, y + size * 0.92], [left, y + size * 0.92]);
  else doc.circle(middle, centre, half);
  doc.fill(full);
  if (status === "closed")
    doc
      .moveTo(left + size * 0.28, centre + size * 0.02)
      .lineTo(left + size * 0.44, centre + size * 0.18)
      .lineTo(left + size * 0.74, centre - size * 0.18)
      .lineWidth(size * 0.12)
      .lineCap("round")
      .stroke("#ffffff");
}

/** The status in a soft pill: mark and label. */
export function chipOf(canvas: Canvas, status: SnagStatus, words: ReportWords) {
  const word = canvas.set(words.statuses[status], { size: 8.5, weight: strong, isOwn: true });
  const [height, mark] = [17, 9];
  const width = 6 + mark + 4.5 + word.width + 8;
  return {
    width,
    height,
    draw(x: number, y: number) {
      canvas.fill(statusTones[status].soft, x, y, width, height, height / 2);
      statusMark(canvas, status, x + 6, y + (height - mark) / 2, mark);
      canvas.text(word, x + 6 + mark + 4.5, y + (height - word.lineHeight) / 2, {
        colour: statusTones[status].text,
      });
    },
  };
}

/** Three bars like a signal strength icon, 9 wide and 8 high; never mirrored. */
export function priorityMark(canvas: Canvas, priority: SnagPriority, x: number, y: number): void {
  const left = canvas.left(x, 9);
  const filled = priorityBars[priority];
  for (const [at, height] of [3, 5.5, 8].entries()) {
    const colour = at >= filled ? ink.line : filled > 3 ? ink.bad : ink.muted;
    canvas.doc.roundedRect(left + at * 3.2, y + 8 - height, 2.4, height, 0.6).fill(colour);
  }
}

/** A drop whose tip marks the position. */
export function pinAt(canvas: Canvas, x: number, y: number, status: SnagStatus, number: number): void {
  const { doc } = canvas;
  const [radius, high] = [9, 15];
  const draw = () =>
    doc
      .moveTo(x, y)
      .bezierCurveTo(x - 2, y - 5, x - radius, y - high + 5, x - radius, y - high - 1)
      .bezierCurveTo(x - radius, y - high - 6, x - 5, y - high - radius - 1, x, y - high - radius - 1)
      .bezierCurveTo(x + 5, y - high - radius - 1, x + radius, y - high - 6, x + radius, y - high - 1)
      .bezierCurveTo(x + radius, y - high + 5, x + 2, y - 5, x, y)
      .closePath();
  draw().lineWidth(2.4).stroke("#ffffff");
  draw().fill(statusTones[status].full);
  const label = canvas.set(String(number), { size: number > 999 ? 6 : 7.5, weight: strong, isOwn: true });
  const width = label.width;
  const from = canvas.isRtl ? canvas.doc.page.width - x - width / 2 : x - width / 2;
  canvas.text(label, from, y - high - 1 - label.lineHeight / 2, {
    colour: status === "in_work" ? "#2b1a00" : "#ffffff",
  });
}
