/** One figure that has a target. */
export interface Figure {
  readonly what: string;
  readonly target: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** Result of one benchmark. */
export interface Section {
  readonly title: string;
  /** Method of measurement, in a sentence or two. */
  readonly method: string;
  readonly figures: readonly Figure[];
  /** Everything else worth keeping, as Markdown. */
  readonly details: readonly string[];
}

/** A ratio against the same run's yardstick; met when it does not exceed `most`. */
export function ratioFigure(what: string, ratio: number, most: number, note = ""): Figure {
  return {
    what,
    target: `≤ ${most} ×`,
    measured: `${ratio.toFixed(2)} ×${note === "" ? "" : ` (${note})`}`,
    isMet: ratio <= most,
  };
}

/** An amount with a unit; met when it does not exceed `most`. */
export function amountFigure(what: string, amount: number, most: number, unit: string, digits = 0): Figure {
  return {
    what,
    target: `≤ ${most} ${unit}`,
    measured: `${amount.toFixed(digits)} ${unit}`,
    isMet: amount <= most,
  };
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function renderSection({ title, method, figures, details }: Section): string {
  const rows = figures.map(({ what, target, measured, isMet }) => [
    what,
    target,
    measured,
    isMet ? "met" : "**missed**",
  ]);
  return [`## ${title}`, method, table(["figure", "target", "measured", "verdict"], rows), ...details].join(
    "\n\n",
  );
}
