import type { Facts } from "./facts.ts";
import type { Journey } from "./journey.ts";

/** Result of a journey; `why` in a sentence, `seconds` of the whole journey. */
export type Cell =
  | { readonly result: "passed"; readonly seconds: number; readonly why?: string }
  | { readonly result: "failed" | "skipped"; readonly why: string };

export interface Column {
  readonly name: string;
  readonly version: string;
  readonly facts: Facts;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** Markdown: journeys by engines, then what each engine can do, then which are missing. */
export function tableOf(
  journeys: readonly Journey[],
  columns: readonly Column[],
  lacking: readonly string[],
): string {
  const head = ["Journey", ...columns.map(({ name, version }) => `${name} ${version}`)];
  const rows = journeys.map(({ name }) => [name, ...columns.map(({ cells }) => textOf(cells.get(name)))]);
  const yes = (is: boolean) => (is ? "yes" : "no");
  const abilities: [string, (facts: Facts) => string][] = [
    ["WebGL", ({ webgl }) => webgl ?? "no"],
    ["H.264", ({ h264 }) => yes(h264)],
    ["AVIF, WebP", ({ avif, webp }) => `${yes(avif)}, ${yes(webp)}`],
    ["WebRTC", ({ webrtc }) => yes(webrtc)],
    ["service worker", ({ serviceWorker }) => yes(serviceWorker)],
  ];
  const facts = abilities.map(([name, tell]) => [name, ...columns.map((column) => tell(column.facts))]);
  return [drawn([head, ...rows]), "", drawn([["Ability", ...head.slice(1)], ...facts]), ...lacking].join(
    "\n",
  );
}

function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  if (cell.result === "passed")
    return `${cell.seconds.toFixed(1)} s${cell.why === undefined ? "" : `, ${cell.why}`}`;
  return `${cell.result}: ${cell.why.replaceAll(/\s+/g, " ").replaceAll("|", "/")}`;
}

/** Renders a table whose columns align in a terminal, too. */
function drawn([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows.map(line)].join(
    "\n",
  );
}
