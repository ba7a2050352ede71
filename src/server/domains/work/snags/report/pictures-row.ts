import { CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { BlockOptions } from "./block.ts";
import { pinAt } from "./marks.ts";
import type { ReportSnag } from "./snag.ts";

const { side: SIDE } = PAGE;
const GAP = 10;
const QR = 58;
/** Pixels per point: the resolution of a photograph in print. */
const DENSITY = 2.4;
const USUAL_FOV = 65;

interface Box {
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

/** The view into the room, the floor plan, and the QR code with the link: as far as they exist. */
export function picturesRow(snag: ReportSnag, options: BlockOptions): Row[] {
  const hasView = snag.view !== null && snag.view.picture !== null;
  const hasPlan = snag.plan !== null && snag.plan.image !== null;
  if (!hasView && !hasPlan) return [codeRow(snag, options, SIDE, CONTENT, 8)];
  const large: Box = { x: SIDE, width: 300, height: 178 };
  const aside = { x: large.x + large.width + GAP, width: CONTENT - large.width - GAP };
  const small: Box = { ...aside, height: large.height - QR - GAP };
  const code = codeRow(snag, options, aside.x, aside.width, 0);
  return [
    {
      height: large.height,
      gap: 9,
      async draw(y) {
        if (hasView) await drawView(snag, options, large, y);
        if (hasPlan) await drawPlan(snag, options, hasView ? small : large, y);
        await code.draw(hasView && hasPlan ? y + large.height - QR : y);
      },
    },
  ];
}

async function drawView(
  snag: ReportSnag,
  { canvas, crops, words }: BlockOptions,
  box: Box,
  y: number,
): Promise<void> {
  const { view } = snag;
  if (view?.picture === null || view === null) return;
  const fov = Math.min(90, Math.max(30, view.fov ?? USUAL_FOV));
  const jpeg = await crops.view(view.picture, { yaw: view.yaw, pitch: view.pitch, fov }, pixels(box));
  if (jpeg === undefined) return missing({ canvas, words }, box, y);
  canvas.picture(jpeg, box.x, y, box.width, box.height);
  pinAt(canvas, canvas.left(box.x, box.width) + box.width / 2, y + box.height / 2, snag.status, snag.number);
}

async function drawPlan(
  snag: ReportSnag,
  { canvas, crops, words }: BlockOptions,
  box: Box,
  y: number,
): Promise<void> {
  const { plan } = snag;
  if (plan?.image === null || plan === null) return;
  const crop = await crops.plan(plan.image, plan, pixels(box));
  if (crop === undefined) return missing({ canvas, words }, box, y);
  canvas.picture(crop.jpeg, box.x, y, box.width, box.height);
  const left = canvas.left(box.x, box.width);
  pinAt(canvas, left + crop.x * box.width, y + crop.y * box.height, snag.status, snag.number);
}

const pixels = ({ width, height }: Box) => ({
  width: Math.round(width * DENSITY),
  height: Math.round(height * DENSITY),
});

function missing(
  { canvas, words }: Pick<BlockOptions, "canvas" | "words">,
  { x, width, height }: Box,
  y: number,
): void {
  canvas.fill(ink.sunken, x, y, width, height, 4);
  const text = canvas.set(words.say.no_picture, {
    size: 8,
    weight: "normal",
    width: width - 16,
    isOwn: true,
  });
  canvas.text(text, x + 8, y + (height - text.height) / 2, {
    width: width - 16,
    align: "center",
    colour: ink.muted,
  });
}

/** The code with its caption; clicking it on a screen opens the same link. */
function codeRow(
  snag: ReportSnag,
  { canvas, words }: BlockOptions,
  x: number,
  width: number,
  gap: number,
): Row {
  const beside = width - QR - 10;
  const style = { weight: "normal", isOwn: true, width: beside } as const;
  const isInRoom = snag.view !== null;
  const title = canvas.set(words.say.open, { ...style, size: 8.5, weight: strong, most: 2 });
  const hint = canvas.set(isInRoom ? words.say.open_hint : words.say.open_plain, {
    ...style,
    size: 7.5,
    most: 2,
  });
  const plan = canvas.set(snag.plan === null ? "" : `${words.say.plan}: ${snag.plan.name}`, {
    ...style,
    size: 7.5,
    most: 1,
  });
  const lines = snag.plan === null ? [title, hint] : [plan, title, hint];
  const high = lines.reduce((sum, { height }) => sum + height, 0);
  return {
    height: QR,
    gap,
    draw(y) {
      canvas.qr(snag.link, x, y, QR);
      let top = y + (QR - high) / 2;
      for (const set of lines) {
        canvas.text(set, x + QR + 10, top, { colour: set === title ? ink.accent : ink.muted });
        top += set.height;
      }
      canvas.link(snag.link, x, y, width, QR);
    },
  };
}
