/** One fault, and its effects. */
export interface FaultLine {
  /** The fault, its target, and the operation in progress. */
  readonly fault: string;
  readonly times: number;
  /** Acknowledged work, as in `812 rooms`. */
  readonly acknowledged: string;
  /** Acknowledged items that were lost in the end. Must be 0. */
  readonly lost: number;
  /** Other counts that must be 0, by name: half-built pictures, leftovers, duplicates. */
  readonly wrong: Readonly<Record<string, number>>;
  /** Milliseconds from each fault until work resumed; empty where nothing stops. */
  readonly backMs: readonly number[];
  /** Other observations, in a few words. */
  readonly seen?: string;
}

/** Options of a drill. */
export interface DrillOptions {
  /** Number of faults, unless the drill has its own number of steps. */
  readonly kills: number;
  /** From 0 to 1; reproducible from the seed. */
  readonly random: () => number;
  readonly say: (line: string) => void;
}

export type Drill = (options: DrillOptions) => Promise<readonly FaultLine[]>;

export const isClean = ({ lost, wrong }: FaultLine): boolean =>
  lost === 0 && Object.values(wrong).every((count) => count === 0);

export const title = "Faults";

const heading = `## ${title}

The latest results of \`npm run chaos\`: faults during operation, what had been acknowledged by then, and how much of it was lost or wrong afterwards, which must be 0.

| drill | fault | times | acknowledged | lost | otherwise wrong | recovered after, median / worst | measured |
| --- | --- | --- | --- | --- | --- | --- | --- |`;

/** Median and maximum, in seconds. */
function spanOf(backMs: readonly number[]): string {
  const sorted = backMs.toSorted((a, b) => a - b);
  const seconds = (ms: number) => (ms / 1000).toFixed(ms < 9950 ? 2 : 1);
  return sorted.length === 0
    ? "–"
    : `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} / ${seconds(sorted.at(-1) ?? 0)} s`;
}

/** A row of the table; `drill` is the command that runs it again. */
export function rowOf(drill: string, line: FaultLine, day: string): string {
  const wrong = Object.entries(line.wrong).map(([name, count]) => `${count} ${name}`);
  const cells = [
    `\`${drill}\``,
    line.seen === undefined ? line.fault : `${line.fault} (${line.seen})`,
    line.times,
    line.acknowledged,
    isClean(line) ? line.lost : `**${line.lost}**`,
    wrong.length === 0 ? "–" : wrong.join(", "),
    spanOf(line.backMs),
    day,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The section with the new rows of the drills that ran in place of their former ones; `former` is its text so far. */
export function sectionOf(
  former: string,
  ran: ReadonlyMap<string, readonly string[]>,
  order: readonly string[],
): string {
  const kept = Map.groupBy(
    former.split("\n").filter((row) => order.some((drill) => row.startsWith(`| \`${drill}\` |`))),
    (row) => row.split(" | ")[0]?.slice(3, -1) ?? "",
  );
  const rows = order.flatMap((drill) => ran.get(drill) ?? kept.get(drill) ?? []);
  return [heading, ...rows].join("\n");
}
