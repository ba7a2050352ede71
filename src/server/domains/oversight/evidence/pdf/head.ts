import { CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { Printing } from "./sheet.ts";

const { side: SIDE } = PAGE;
const PICTURE = { width: 236, height: 132 };
const QR = 72;

/** Name and project of the subject; a picture of it, and a code that opens it. */
export function headRows(printing: Printing): Row[] {
  const { canvas, evidence, words, at } = printing;
  const { say } = words;
  const kind = canvas.set(say.file, { size: 10, weight: strong, isOwn: true });
  const name = canvas.set(evidence.name, { size: 22, weight: strong, most: 2 });
  const place = [say.kinds[evidence.kind], evidence.within, evidence.project]
    .filter((part) => part !== "")
    .map((part) => `\u2068${part}\u2069`)
    .join("  ·  ");
  const line = canvas.set(place, { size: 10, weight: "normal", isOwn: true, most: 2 });
  const printed = canvas.set(words.fill(say.printed, { at: words.moment(at) }), {
    size: 9,
    weight: "normal",
    isOwn: true,
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
    row(printed, 2, ink.muted),
    pictureRow(printing),
  ];
}

function pictureRow({ canvas, evidence, words, site, picture }: Printing): Row {
  const scale =
    picture === undefined ? 0 : Math.min(PICTURE.width / picture.width, PICTURE.height / picture.height);
  const [width, height] = [(picture?.width ?? 0) * scale, (picture?.height ?? 0) * scale];
  const beside = CONTENT - width - QR - (width > 0 ? 32 : 16);
  const hint = canvas.set(words.fill(words.say.open_hint, { site: `\u2068${site}\u2069` }), {
    size: 9,
    weight: "normal",
    isOwn: true,
    width: beside,
    most: 2,
  });
  const link = canvas.set(`\u2066${evidence.link}\u2069`, {
    size: 8,
    weight: "normal",
    isOwn: true,
    width: beside,
    most: 3,
  });
  return {
    height: Math.max(QR, height),
    gap: 12,
    draw(y) {
      if (picture !== undefined) canvas.picture(picture.jpeg, SIDE, y, width, height);
      const x = SIDE + (width > 0 ? width + 16 : 0);
      canvas.qr(evidence.link, x, y, QR);
      canvas.text(hint, x + QR + 12, y + 4);
      canvas.text(link, x + QR + 12, y + 6 + hint.height, { colour: ink.accent });
      canvas.link(evidence.link, x, y, QR + 12 + beside, QR);
    },
  };
}
