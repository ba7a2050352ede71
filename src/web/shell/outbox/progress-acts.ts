import { call, quiet } from "#web/lib/client.ts";
import type { ActKind } from "#web/lib/outbox/act.ts";
import { joined } from "./joined.ts";
import { isRecord } from "./new-snag-payload.ts";

export interface ProgressPayload {
  readonly id_sheet: number | null;
  /** A room or area by its name; empty for the whole floor. */
  readonly place: string;
  readonly percent: number;
  /** `2026-11-21`. */
  readonly on_date: string;
  readonly note: string;
  /** The entry of this area and day with which the change began; null if there was none. */
  readonly from: { readonly percent: number; readonly note: string } | null;
  /** Name of floor and area. */
  readonly where: string;
}

export const isProgressPayload = (value: unknown): value is ProgressPayload =>
  isRecord(value) &&
  typeof value["percent"] === "number" &&
  typeof value["on_date"] === "string" &&
  typeof value["place"] === "string";

export const progressEntry: ActKind<ProgressPayload> = {
  kind: "progress_entry",
  capture: "progress_entry",
  label: "offline.acts.progress_entry",
  isPayload: isProgressPayload,
  needs: () => [],
  sets: ({ id_sheet, place, on_date }, project) =>
    `progress ${project} ${id_sheet ?? 0} ${place.toLowerCase()} ${on_date}`,
  async send({ payload, project, capture }) {
    const { id_sheet, place, percent, on_date, note, from } = payload;
    const body = { id_project: project, id_sheet, place, percent, on_date, note, from, ...capture };
    return (await call("POST /api/progress-entries", { body }, quiet)).id;
  },
  rebase(payload, now) {
    const { percent, note } = now as NonNullable<ProgressPayload["from"]>;
    return { ...payload, from: { percent, note } };
  },
  summary: ({ where, percent, on_date, note }) => joined([where, `${percent}%`, on_date, note]),
  path: (_, project) => `/progress/${project}`,
};
