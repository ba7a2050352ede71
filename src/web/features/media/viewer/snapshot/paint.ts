import type { Shape } from "./drawing.ts";

/** Cells across a blurred box: few enough to make a face unrecognizable. */
const blurCells = 8;

/** Paints the picture and its shapes over the whole canvas. Blurred content is not recoverable from the result. */
export function paint(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource,
  shapes: readonly Shape[],
  selected = -1,
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { width, height } = canvas;
  context.drawImage(picture, 0, 0, width, height);
  // Blurs first: an arrow that points to a blurred part is drawn above it.
  for (const shape of shapes) if (shape.kind === "blur") blur(context, picture, shape);
  for (const shape of shapes) if (shape.kind !== "blur") draw(context, shape);
  const chosen = shapes[selected];
  if (chosen !== undefined) mark(context, chosen);
}

type Context = CanvasRenderingContext2D;

function blur(context: Context, picture: CanvasImageSource, shape: Extract<Shape, { size: unknown }>): void {
  const { width, height } = context.canvas;
  const [x, y] = [shape.at[0] * width, shape.at[1] * height];
  const [w, h] = [Math.max(shape.size[0] * width, 1), Math.max(shape.size[1] * height, 1)];
  const cells = document.createElement("canvas");
  cells.width = blurCells;
  cells.height = Math.max(1, Math.round((blurCells * h) / w));
  const small = cells.getContext("2d");
  if (small === null) return;
  // Blurs the picture at its painted size, regardless of its own.
  const whole = document.createElement("canvas");
  whole.width = width;
  whole.height = height;
  whole.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  small.imageSmoothingQuality = "high";
  small.drawImage(whole, x, y, w, h, 0, 0, cells.width, cells.height);
  context.save();
  context.imageSmoothingEnabled = true;
  context.drawImage(cells, x, y, w, h);
  context.restore();
}

function draw(context: Context, shape: Shape): void {
  const { width, height } = context.canvas;
  const line = Math.max(3, width / 320);
  context.save();
  context.lineCap = "round";
  context.lineJoin = "round";
  // A dark edge under every line: a red arrow stays visible on red bricks.
  for (const [color, thickness] of [
    ["rgb(0 0 0 / 0.55)", line * 1.9],
    [shape.color, line],
  ] as const) {
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = thickness;
    context.beginPath();
    if (shape.kind === "text") text(context, shape, color, thickness);
    else if ("size" in shape) frame(context, shape, width, height);
    else arrow(context, shape, width, height, line);
    if (shape.kind !== "text") context.stroke();
  }
  context.restore();
}

function frame(
  context: Context,
  { kind, at, size }: Extract<Shape, { size: unknown }>,
  width: number,
  height: number,
): void {
  const [x, y, w, h] = [at[0] * width, at[1] * height, size[0] * width, size[1] * height];
  if (kind === "circle") context.ellipse(x + w / 2, y + h / 2, w / 2, h / 2, 0, 0, 2 * Math.PI);
  else context.roundRect(x, y, w, h, 4);
}

function arrow(
  context: Context,
  { kind, from, to }: Extract<Shape, { from: unknown }>,
  width: number,
  height: number,
  line: number,
): void {
  const [ax, ay, bx, by] = [from[0] * width, from[1] * height, to[0] * width, to[1] * height];
  context.moveTo(ax, ay);
  context.lineTo(bx, by);
  if (kind === "line") return;
  const angle = Math.atan2(by - ay, bx - ax);
  for (const side of [-0.45, 0.45]) {
    context.moveTo(bx, by);
    context.lineTo(bx - 7 * line * Math.cos(angle + side), by - 7 * line * Math.sin(angle + side));
  }
}

function text(
  context: Context,
  { at, text: words }: Extract<Shape, { text: unknown }>,
  color: string,
  thickness: number,
): void {
  const { width, height } = context.canvas;
  context.font = `600 ${Math.round(width / 36)}px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = "middle";
  // Arabic text extends to the left of the pressed position.
  const isArabic = /^[^A-Za-z]*[\u0590-\u08ff]/.test(words);
  context.direction = isArabic ? "rtl" : "ltr";
  context.textAlign = isArabic ? "right" : "left";
  if (color.startsWith("rgb")) {
    context.lineWidth = thickness;
    context.strokeText(words, at[0] * width, at[1] * height);
  } else context.fillText(words, at[0] * width, at[1] * height);
}

/** Draws a dashed box around the selection. */
function mark(context: Context, shape: Shape): void {
  const { width, height } = context.canvas;
  const box = boxOf(context, shape);
  context.save();
  context.setLineDash([8, 6]);
  context.lineWidth = 2;
  context.strokeStyle = "white";
  context.shadowColor = "black";
  context.shadowBlur = 3;
  context.strokeRect(box.x * width - 8, box.y * height - 8, box.w * width + 16, box.h * height + 16);
  context.restore();
}

function boxOf(context: Context, shape: Shape) {
  if ("size" in shape) return { x: shape.at[0], y: shape.at[1], w: shape.size[0], h: shape.size[1] };
  if ("from" in shape) {
    const [x, y] = [Math.min(shape.from[0], shape.to[0]), Math.min(shape.from[1], shape.to[1])];
    return { x, y, w: Math.abs(shape.to[0] - shape.from[0]), h: Math.abs(shape.to[1] - shape.from[1]) };
  }
  const { width, height } = context.canvas;
  const size = width / 36;
  context.font = `600 ${Math.round(size)}px ${getComputedStyle(document.body).fontFamily}`;
  const w = context.measureText(shape.text).width / width;
  const isArabic = /^[^A-Za-z]*[\u0590-\u08ff]/.test(shape.text);
  return {
    x: isArabic ? shape.at[0] - w : shape.at[0],
    y: shape.at[1] - size / 2 / height,
    w,
    h: size / height,
  };
}
