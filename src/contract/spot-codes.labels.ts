/** Label sheets for spot codes. Imports nothing: the dialog that offers them loads no schemas. */

export const labelLayouts = ["a4-21", "a4-8", "a4-1", "letter-30", "letter-10"] as const;
export type LabelLayout = (typeof labelLayouts)[number];

/** A sheet of labels, in millimetres: the page, one label, and the distances between the edges of neighbours. */
export interface LabelSheet {
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  /** From the page's edges to the first label. */
  readonly start: { readonly x: number; readonly y: number };
  /** From one label's edge to the next one's. */
  readonly pitch: { readonly x: number; readonly y: number };
}

const a4 = { width: 210, height: 297 } as const;
const letter = { width: 215.9, height: 279.4 } as const;

/** The dimensions of common label products: Avery L7160, L7165, 5160 and 5163. */
export const labelSheets: Readonly<Record<LabelLayout, LabelSheet>> = {
  "a4-21": {
    page: a4,
    label: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    start: { x: 7.21, y: 15.15 },
    pitch: { x: 66.04, y: 38.1 },
  },
  "a4-8": {
    page: a4,
    label: { width: 99.1, height: 67.7 },
    columns: 2,
    rows: 4,
    start: { x: 4.65, y: 13.1 },
    pitch: { x: 101.6, y: 67.7 },
  },
  "a4-1": { page: a4, label: a4, columns: 1, rows: 1, start: { x: 0, y: 0 }, pitch: { x: 210, y: 297 } },
  "letter-30": {
    page: letter,
    label: { width: 66.68, height: 25.4 },
    columns: 3,
    rows: 10,
    start: { x: 4.76, y: 12.7 },
    pitch: { x: 69.85, y: 25.4 },
  },
  "letter-10": {
    page: letter,
    label: { width: 101.6, height: 50.8 },
    columns: 2,
    rows: 5,
    start: { x: 3.97, y: 12.7 },
    pitch: { x: 104.78, y: 50.8 },
  },
};

export const labelsOn = (layout: LabelLayout): number =>
  labelSheets[layout].columns * labelSheets[layout].rows;

/**
 * Codes in one call, codes of a project that are not revoked, labels in one PDF and on one page, and for scans the
 * seconds that count as one, the days they are kept, and how many are kept of one code.
 */
export const spotCodeLimits = {
  perCall: 1000,
  perProject: 20_000,
  labels: 1050,
  labelsPerPage: 30,
  scan: { seconds: 60, keptDays: 365, perCode: 1000 },
} as const;
