/** A requested operation. Each item has one writer, who stops using it once the outcome of a call is unknown. */
export interface Operation {
  readonly by: string;
  readonly act: "make" | "change" | "remove";
  /** The item it concerns: `project c1-p7`. */
  readonly key: string;
  /** The expected value: the version in a name, the hash of a file; empty for `remove`. */
  readonly value: string;
  /** `unknown`: no response arrived, or one that does not say whether it was done. */
  readonly outcome: "ok" | "fail" | "unknown";
  /** Milliseconds, by one clock for all. */
  readonly from: number;
  readonly to: number;
}

/** Period in which a process was killed, a connection cut or a service down. */
export interface FaultWindow {
  readonly from: number;
  readonly to: number;
}

/** One item in the final state of the database. */
export interface Row {
  readonly key: string;
  readonly value: string;
  readonly isRemoved: boolean;
  /** A key that must be unique, whichever client created it: an owner's name for a project. */
  readonly naturalKey?: string;
}

/** The same number from several sources, by their names: the count of a call, the length of a list, the rows of a table. */
export interface Tally {
  readonly of: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Upper limit of each of them. */
  readonly limit?: number;
}

export interface Final {
  readonly rows: readonly Row[];
  readonly tallies: readonly Tally[];
  /** Hash that a row names, and that of the stored bytes; null when there is no file. */
  readonly files: readonly { readonly row: string; readonly sha256: string; readonly found: string | null }[];
  /** Hashes of files that no row references. */
  readonly strayFiles: readonly string[];
  /** Numbers that are assigned in order and without gaps, by their subject. */
  readonly numbers: readonly { readonly of: string; readonly given: readonly number[] }[];
  /** Ids of rows that users must be notified of, and those that events report. */
  readonly news: readonly number[];
  readonly told: readonly number[];
}

export type ViolationKind =
  | "acknowledged and not there"
  | "refused and there"
  | "there and never asked for"
  | "there twice"
  | "acknowledged twice"
  | "unknown without a fault"
  | "counts differ"
  | "more than the limit"
  | "file missing"
  | "file with other bytes"
  | "file of nobody"
  | "number missing or given twice"
  | "not told, or told twice";

export interface Violation {
  readonly kind: ViolationKind;
  readonly what: string;
}

/** Milliseconds after a fault in which responses may still be lost to it. */
const GRACE = 2_000;

/** Compares requested and acknowledged operations with the final state. Empty when there is no violation. */
export function checkHistory(
  history: readonly Operation[],
  faults: readonly FaultWindow[],
  final: Final,
): Violation[] {
  return [
    ...checkRows(history, final.rows),
    ...checkUnknown(history, faults),
    ...final.tallies.flatMap(checkTally),
    ...checkFiles(history, final),
    ...final.numbers.flatMap(checkNumbers),
    ...checkTold(final),
  ];
}

const absent = "absent";
const stateOf = ({ value, isRemoved }: Pick<Row, "value" | "isRemoved">): string =>
  isRemoved ? "removed" : `there as ${value}`;
const after = ({ act, value }: Operation): string => stateOf({ value, isRemoved: act === "remove" });

function checkRows(history: readonly Operation[], rows: readonly Row[]): Violation[] {
  const found: Violation[] = [];
  const operations = Map.groupBy(history, ({ key }) => key);
  const present = Map.groupBy(rows, ({ key }) => key);
  for (const [key, { length }] of present) {
    if (!operations.has(key)) found.push({ kind: "there and never asked for", what: key });
    if (length > 1) found.push({ kind: "there twice", what: `${key}: ${length} rows` });
  }
  const natural = Map.groupBy(
    rows.filter(({ naturalKey }) => naturalKey !== undefined),
    ({ naturalKey }) => naturalKey,
  );
  for (const [name, { length }] of natural)
    if (length > 1) found.push({ kind: "there twice", what: `${name}: ${length} rows` });
  for (const [key, all] of operations) {
    const ordered = all.toSorted((one, other) => one.from - other.from);
    if (ordered.filter(({ act, outcome }) => act === "make" && outcome === "ok").length > 1)
      found.push({ kind: "acknowledged twice", what: key });
    const [row] = present.get(key) ?? [];
    const state = row === undefined ? absent : stateOf(row);
    if (!allowedStates(ordered).has(state))
      found.push({ kind: wrongState(ordered, state), what: `${key}: ${state}` });
  }
  return found;
}

/** Possible final states: an unknown call was done or was not. */
function allowedStates(ordered: readonly Operation[]): Set<string> {
  let states = new Set([absent]);
  for (const operation of ordered) {
    if (operation.outcome === "ok") states = new Set([after(operation)]);
    if (operation.outcome === "unknown") states.add(after(operation));
  }
  return states;
}

const wrongState = (ordered: readonly Operation[], state: string): ViolationKind =>
  ordered.some((operation) => operation.outcome === "fail" && after(operation) === state)
    ? "refused and there"
    : "acknowledged and not there";

function checkUnknown(history: readonly Operation[], faults: readonly FaultWindow[]): Violation[] {
  const isInFault = ({ from, to }: Operation) =>
    faults.some((fault) => from <= fault.to + GRACE && to >= fault.from);
  return history
    .filter((operation) => operation.outcome === "unknown" && !isInFault(operation))
    .map(({ act, key, by }) => ({ kind: "unknown without a fault", what: `${act} ${key} by ${by}` }));
}

function checkTally({ of, counts, limit }: Tally): Violation[] {
  const numbers = Object.values(counts);
  const text = `${of}: ${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")}`;
  return [
    ...(new Set(numbers).size > 1 ? [{ kind: "counts differ" as const, what: text }] : []),
    ...(limit !== undefined && Math.max(...numbers) > limit
      ? [{ kind: "more than the limit" as const, what: `${text}; limit ${limit}` }]
      : []),
  ];
}

function checkFiles(history: readonly Operation[], { files, strayFiles }: Final): Violation[] {
  // The remains of a call with unknown outcome are swept after a day.
  const excused = new Set(history.filter(({ outcome }) => outcome !== "ok").map(({ value }) => value));
  return [
    ...files
      .filter(({ found, sha256 }) => found !== sha256)
      .map(({ row, found }) => ({
        kind: found === null ? ("file missing" as const) : ("file with other bytes" as const),
        what: row,
      })),
    ...strayFiles
      .filter((sha256) => !excused.has(sha256))
      .map((what) => ({ kind: "file of nobody" as const, what })),
  ];
}

function checkNumbers({ of, given }: Final["numbers"][number]): Violation[] {
  const isDense = given.toSorted((a, b) => a - b).every((number, at) => number === at + 1);
  return isDense ? [] : [{ kind: "number missing or given twice", what: `${of}: ${given.join(" ")}` }];
}

function checkTold({ news, told }: Final): Violation[] {
  const times = Map.groupBy(told, (id) => id);
  return news
    .filter((id) => times.get(id)?.length !== 1)
    .map((id) => ({
      kind: "not told, or told twice",
      what: `news ${id}: ${times.get(id)?.length ?? 0} times`,
    }));
}
