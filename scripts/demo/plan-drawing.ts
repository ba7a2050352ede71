import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import {
  DEPTH,
  type Floor,
  type Opening,
  ROOMS,
  STAIR_WINDOW,
  STAIRWELL,
  WALLS,
  type Wall,
  WIDTH,
} from "./building/plan.ts";
import { COLUMNS_X, COLUMNS_Y } from "./building/structure.ts";
import { piecesOf } from "./building/walls.ts";

export const PLANS: readonly { slug: string; name: { en: string; ar: string } }[] = [
  { slug: "ground-floor", name: { en: "Ground floor", ar: "الطابق الأرضي" } },
  { slug: "first-floor", name: { en: "First floor", ar: "الطابق الأول" } },
];

/** The sheet: millimetres of building times a scale, with a margin for dimensions. */
const PER_METRE = 118;
const MARGIN = { left: 190, right: 158, top: 200, bottom: 190 };
export const SHEET = {
  width: MARGIN.left + WIDTH * PER_METRE + MARGIN.right,
  height: MARGIN.top + DEPTH * PER_METRE + MARGIN.bottom,
};
const INK = "#1d2733";
const THIN = "#7b8794";

const sx = (x: number) => MARGIN.left + x * PER_METRE;
const sy = (y: number) => MARGIN.top + (DEPTH - y) * PER_METRE;

/** Position on the floor plan image, 0..1 from its upper left corner. */
export function onPlan(x: number, y: number): { x: number; y: number } {
  const round = (v: number) => Math.round(v * 10000) / 10000;
  return { x: round(sx(x) / SHEET.width), y: round(sy(y) / SHEET.height) };
}

function rect(x0: number, y0: number, x1: number, y1: number, style: string): string {
  return `<rect x="${sx(x0)}" y="${sy(y1)}" width="${(x1 - x0) * PER_METRE}" height="${(y1 - y0) * PER_METRE}" ${style}/>`;
}

function line(x0: number, y0: number, x1: number, y1: number, style: string): string {
  return `<line x1="${sx(x0)}" y1="${sy(y0)}" x2="${sx(x1)}" y2="${sy(y1)}" ${style}/>`;
}

const thin = (width = 2) => `stroke="${INK}" stroke-width="${width}" fill="none"`;

/** Rectangle a..b along the wall and p..q across it. */
function alongWall(wall: Wall, a: number, b: number, p: number, q: number, style: string): string {
  const [x, y] = wall.from;
  return wall.from[1] === wall.to[1]
    ? rect(x + a, y + p, x + b, y + q, style)
    : rect(x - q, y + a, x - p, y + b, style);
}

function drawWindow(wall: Wall, opening: Opening): string {
  const half = wall.thickness / 2;
  const end = opening.at + opening.width;
  return [
    alongWall(wall, opening.at, end, -half, half, `fill="#fff" stroke="${INK}" stroke-width="2"`),
    alongWall(wall, opening.at, end, -0.025, 0.025, `fill="#dcebf7" stroke="${INK}" stroke-width="1.5"`),
  ].join("");
}

function drawSlidingDoor(wall: Wall, { at, width }: Opening): string {
  const leaf = `fill="#dcebf7" stroke="${INK}" stroke-width="1.5"`;
  const half = wall.thickness / 2;
  return [
    alongWall(wall, at, at + width, -half, half, `fill="#fff" stroke="${INK}" stroke-width="2"`),
    alongWall(wall, at, at + width * 0.55, -0.05, 0, leaf),
    alongWall(wall, at + width * 0.45, at + width, 0, 0.05, leaf),
  ].join("");
}

function drawDoor(wall: Wall, opening: Opening): string {
  const leaves = opening.width > 1.2 ? 2 : 1;
  const leaf = opening.width / leaves;
  const side = wall.outer ? 1 : wall.from[0] === 6.5 ? 1 : -1;
  const parts: string[] = [];
  for (let i = 0; i < leaves; i++) {
    const hinge = i === 0 ? opening.at : opening.at + opening.width;
    const closed = i === 0 ? hinge + leaf : hinge - leaf;
    const point = (along: number, across: number): [number, number] =>
      wall.from[1] === wall.to[1]
        ? [wall.from[0] + along, wall.from[1] + across]
        : [wall.from[0] - across, wall.from[1] + along];
    const [hx, hy] = point(hinge, 0);
    const [ox, oy] = point(hinge, side * leaf);
    const [cx, cy] = point(closed, 0);
    const sweep = (ox - hx) * (cy - hy) - (oy - hy) * (cx - hx) > 0 ? 0 : 1;
    parts.push(line(hx, hy, ox, oy, thin(4)));
    parts.push(
      `<path d="M${sx(ox)} ${sy(oy)} A${leaf * PER_METRE} ${leaf * PER_METRE} 0 0 ${sweep} ${sx(cx)} ${sy(cy)}" stroke="${THIN}" stroke-width="1.5" fill="none"/>`,
    );
  }
  return parts.join("");
}

function drawStairs(floor: Floor): string {
  const parts = [rect(6.75, 8.55, 9.75, 9.8, thin())];
  for (let i = 0; i <= 10; i++) {
    const y = 5.75 + i * 0.28;
    const cut = floor === 0 && i < 5;
    parts.push(line(8.4, y, 9.7, y, thin(1.6)));
    if (!cut)
      parts.push(line(6.85, y, 8.15, y, `${thin(1.6)} ${floor === 0 ? 'stroke-dasharray="8 6"' : ""}`));
  }
  for (const x of [6.85, 8.15, 8.4, 9.7]) parts.push(line(x, 5.75, x, 8.55, thin(2)));
  const up = floor === 0 ? 9.05 : 7.5;
  parts.push(line(up, 5.55, up, 8.8, thin(2.5)));
  parts.push(`<circle cx="${sx(up)}" cy="${sy(5.55)}" r="7" fill="${INK}"/>`);
  parts.push(
    `<path d="M${sx(up) - 11} ${sy(8.8) + 18} L${sx(up)} ${sy(8.8)} L${sx(up) + 11} ${sy(8.8) + 18}" ${thin(2.5)}/>`,
  );
  if (floor === 0) parts.push(line(6.7, 6.6, 8.3, 7.3, thin(2)));
  else parts.push(line(STAIRWELL.x1, STAIRWELL.y0, STAIRWELL.x1, STAIRWELL.y1, thin(3)));
  return parts.join("");
}

function dimension(stops: readonly number[], horizontal: boolean): string {
  const at = horizontal ? SHEET.height - 118 : 96;
  const text = `font-family="Roboto, Helvetica, Arial, sans-serif" font-size="24" fill="${INK}" text-anchor="middle"`;
  const parts: string[] = [];
  stops.forEach((stop, i) => {
    const p = horizontal ? sx(stop) : sy(stop);
    parts.push(
      horizontal
        ? `<path d="M${p} ${at - 26}V${at + 12} M${p - 9} ${at + 9}L${p + 9} ${at - 9}" ${thin(2)}/>`
        : `<path d="M${at - 12} ${p}H${at + 26} M${at - 9} ${p + 9}L${at + 9} ${p - 9}" ${thin(2)}/>`,
    );
    const next = stops[i + 1];
    if (next === undefined) return;
    const q = horizontal ? sx(next) : sy(next);
    const label = (next - stop).toFixed(2);
    const middle = (p + q) / 2;
    parts.push(
      horizontal
        ? `<path d="M${p} ${at}H${q}" ${thin(1.5)}/><text x="${middle}" y="${at - 12}" ${text}>${label}</text>`
        : `<path d="M${at} ${p}V${q}" ${thin(1.5)}/><text x="${at - 12}" y="${middle}" transform="rotate(-90 ${at - 12} ${middle})" ${text}>${label}</text>`,
    );
  });
  return parts.join("");
}

interface Label {
  text: string;
  x: number;
  y: number;
  area?: number;
}

const OTHER_LABELS: readonly (Label & { floor: Floor })[] = [
  { floor: 0, text: "Store", x: 11.95, y: 8.05 },
  { floor: 1, text: "Dressing", x: 1.5, y: 8.05 },
  { floor: 1, text: "Guest room", x: 11.95, y: 8.05 },
];

function drawLabel(label: Label): string {
  const font = `font-family="Roboto, Helvetica, Arial, sans-serif" text-anchor="middle"`;
  const area = label.area
    ? `<text x="${sx(label.x)}" y="${sy(label.y) + 34}" ${font} font-size="24" fill="${THIN}">${label.area.toFixed(1)} m²</text>`
    : "";
  return `<text x="${sx(label.x)}" y="${sy(label.y)}" ${font} font-size="31" font-weight="500" fill="${INK}">${label.text}</text>${area}`;
}

function labelsOf(floor: Floor): string {
  const rooms = ROOMS.filter((room) => room.floor === floor).map((room) => {
    const [x0, y0, x1, y1] = room.box;
    const hall = room.box[0] > 6.5 && room.box[0] < 7;
    return drawLabel({
      text: room.name.en,
      x: (x0 + x1) / 2,
      y: hall ? 4.1 : (y0 + y1) / 2 + 0.1,
      area: (x1 - x0) * (y1 - y0),
    });
  });
  return [...rooms, ...OTHER_LABELS.filter((label) => label.floor === floor).map(drawLabel)].join("");
}

function northArrow(): string {
  const x = SHEET.width - 78;
  const y = 112;
  return `<g stroke="${INK}" stroke-width="2"><circle cx="${x}" cy="${y}" r="38" fill="none"/><path d="M${x} ${y - 50}L${x + 15} ${y + 26}L${x} ${y + 14}Z" fill="${INK}"/><path d="M${x} ${y - 50}L${x - 15} ${y + 26}L${x} ${y + 14}Z" fill="#fff"/></g><text x="${x}" y="${y - 60}" font-family="Roboto, Helvetica, Arial, sans-serif" font-size="26" text-anchor="middle" fill="${INK}">N</text>`;
}

export function planSvg(floor: Floor): string {
  const walls = WALLS.filter((wall) => wall.floor === floor);
  const parts: string[] = [];
  for (const room of ROOMS.filter((r) => r.floor === floor)) parts.push(rect(...room.box, `fill="#fafbfc"`));
  if (floor === 1) {
    parts.push(rect(10.1, 0, 13.9, 6.1, `fill="url(#deck)"`));
    parts.push(rect(10.1, 0, 14, 0.15, thin(2)), rect(13.85, 0, 14, 6.1, thin(2)));
  }
  for (const wall of walls)
    for (const piece of piecesOf(wall, 1.2))
      if (piece.lo === 0 && piece.hi >= 1.2)
        parts.push(
          alongWall(
            wall,
            piece.a,
            piece.b,
            -wall.thickness / 2,
            wall.thickness / 2,
            `fill="${wall.outer ? "#4a5562" : "#6b7683"}"`,
          ),
        );
  parts.push(drawStairs(floor));
  for (const wall of walls)
    for (const opening of wall.openings) {
      if (opening.kind === "window") parts.push(drawWindow(wall, opening));
      if (opening.kind === "door") parts.push(drawDoor(wall, opening));
      if (opening.kind === "passage" && wall.outer) parts.push(drawSlidingDoor(wall, opening));
    }
  const north = walls.find((wall) => wall.from[1] > 9.8);
  if (floor === 1 && north) {
    const { x0, x1 } = STAIR_WINDOW;
    parts.push(drawWindow(north, { kind: "window", at: x0, width: x1 - x0, sill: 0, head: 2 }));
  }
  for (const x of COLUMNS_X)
    for (const y of COLUMNS_Y)
      if (!(floor === 1 && x > 13 && y < 1))
        parts.push(rect(x - 0.15, y - 0.2, x + 0.15, y + 0.2, `fill="${INK}"`));
  const title = PLANS[floor]!.name.en;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET.width} ${SHEET.height}" width="${SHEET.width}" height="${SHEET.height}">
<defs><pattern id="deck" width="47.2" height="47.2" patternUnits="userSpaceOnUse"><path d="M47.2 0H0V47.2" fill="none" stroke="#d5dbe1" stroke-width="1.5"/></pattern></defs>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
${labelsOf(floor)}
${dimension([0, 6.5, 10, WIDTH], true)}
${dimension([0, 6.2, DEPTH], false)}
${northArrow()}
<text x="${MARGIN.left}" y="84" font-family="Roboto, Helvetica, Arial, sans-serif" font-size="42" font-weight="500" fill="${INK}">${title}</text>
<text x="${MARGIN.left}" y="122" font-family="Roboto, Helvetica, Arial, sans-serif" font-size="25" fill="${THIN}">Palm Court Villa · 1:100</text>
</svg>
`;
}

export async function drawPlans(out: string): Promise<void> {
  await mkdir(`${out}/plans`, { recursive: true });
  for (const floor of [0, 1] as const) {
    const svg = planSvg(floor);
    await writeFile(`${out}/plans/${PLANS[floor]!.slug}.svg`, svg);
    await sharp(Buffer.from(svg))
      .resize({ width: 2000 })
      .png({ palette: true })
      .toFile(`${out}/plans/${PLANS[floor]!.slug}.png`);
  }
}
