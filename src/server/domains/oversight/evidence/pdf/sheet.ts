import type { Evidence } from "#contract/evidence.ts";
import { type Canvas, CONTENT, PAGE, strong } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Row } from "#server/platform/pdf/paginate.ts";
import type { DrawingFiles } from "#server/platform/pdf/serve-drawings.ts";
import type { EvidenceWords } from "../words.ts";

export interface CustodySheet {
  readonly evidence: Evidence;
  readonly words: EvidenceWords;
  /** Time of the request and of the check. */
  readonly at: Date;
  /** Name of this installation. */
  readonly site: string;
  readonly archive: DrawingFiles;
  /** Key of a picture of it. */
  readonly thumbnail: string | null;
}

/** The same, with its canvas. */
export interface Printing extends CustodySheet {
  readonly canvas: Canvas;
  /** JPEG, 3:2 or less; undefined when there is none. */
  readonly picture: Picture | undefined;
}

export interface Picture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

const { side: SIDE } = PAGE;

/** A line of text as a separate row. */
export function textRow(
  canvas: Canvas,
  text: string,
  { size = 9, gap = 2, colour = ink.strong, isStrong = false, isOwn = true }: TextRow = {},
): Row {
  const set = canvas.set(text, { size, weight: isStrong ? strong : "normal", isOwn });
  return { height: set.height, gap, draw: (y) => canvas.text(set, SIDE, y, { colour }) };
}

interface TextRow {
  readonly size?: number;
  readonly gap?: number;
  readonly colour?: string;
  readonly isStrong?: boolean;
  /** False for user-written text: it keeps its own direction. */
  readonly isOwn?: boolean;
}

export function headingRow(canvas: Canvas, text: string): Row {
  const set = canvas.set(text, { size: 12, weight: strong, isOwn: true });
  return {
    height: set.height + 4,
    gap: 0,
    isHeading: true,
    draw(y) {
      canvas.text(set, SIDE, y);
      canvas.rule(SIDE, y + set.height + 2, CONTENT);
    },
  };
}

/** Points from the side to the value beside a label. */
export const LABEL = 128;

/** A label with its value beside it. */
export function factRow(canvas: Canvas, label: string, value: string, isOwn = true): Row {
  const name = canvas.set(label, { size: 8, weight: "normal", isOwn: true, width: LABEL - 10 });
  const said = canvas.set(value, { size: 9, weight: "normal", isOwn, width: CONTENT - LABEL });
  return {
    height: Math.max(name.height, said.height),
    gap: 2,
    draw(y) {
      canvas.text(name, SIDE, y + (said.lineHeight - name.lineHeight) / 2, { colour: ink.muted });
      canvas.text(said, SIDE + LABEL, y);
    },
  };
}
