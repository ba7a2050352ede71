import type { Moment } from "#contract/viewer.ts";

export type DateMode = "all" | "range" | "picked";

export interface DateChoice {
  readonly mode: DateMode;
  /** Rooms of the first and the last date of a period. */
  readonly from: number;
  readonly to: number;
  readonly picked: ReadonlySet<number>;
}

/** All dates; a period from the first to the last; none but the given picked. */
export function firstChoice(moments: readonly Moment[]): DateChoice {
  const rooms = moments.map(({ id_room }) => id_room);
  return { mode: "all", from: rooms[0] ?? 0, to: rooms.at(-1) ?? 0, picked: new Set(rooms) };
}

/** The dates of a choice, oldest first; empty for a period whose end precedes its beginning. */
export function chosenOf(
  moments: readonly Moment[],
  { mode, from, to, picked }: DateChoice,
): readonly Moment[] {
  if (mode === "all") return moments;
  if (mode === "picked") return moments.filter(({ id_room }) => picked.has(id_room));
  const at = (room: number) => moments.findIndex(({ id_room }) => id_room === room);
  return moments.slice(at(from), at(to) + 1);
}
