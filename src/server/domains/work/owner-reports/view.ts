import type { OwnerReport } from "#contract/owner-reports.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { type Frozen, type FrozenPair, type FrozenSide, isEmpty } from "./frozen.ts";
import { linesOf } from "./lines.ts";
import { type RoomNow, roomsNow } from "./pictures.ts";
import { sentencesOf } from "./sentences.ts";
import type { ReportWords } from "./words.ts";

/** A report without its figures. */
export interface ReportHead {
  readonly id: number | null;
  readonly id_project: number;
  readonly period: OwnerReport["period"];
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
  readonly frozen_at: Date;
}

export interface ViewOptions {
  readonly db: Database;
  readonly clock: Clock;
}

const tenth = (degrees: number): string => String(Math.round(degrees * 10) / 10 + 0);
const queryOf = ({ yaw, pitch, fov }: Pick<FrozenSide, "yaw" | "pitch" | "fov">): string =>
  `yaw=${tenth(yaw)}&pitch=${tenth(pitch)}&fov=${tenth(fov)}`;

/** Opens the exact view of a photo. */
export const viewerLink = (side: FrozenSide): string =>
  `/viewer/${encodeURIComponent(side.visit_code)}/${side.id_room}?${queryOf(side)}`;

/** The rooms of a report's pairs as they are now: photos that were removed are missing. */
export const pairRooms = (
  { db, clock }: ViewOptions,
  { id_project }: Pick<ReportHead, "id_project">,
  { pairs }: Frozen,
): Promise<ReadonlyMap<number, RoomNow>> =>
  roomsNow(
    db,
    id_project,
    pairs.flatMap(({ before, after }) => [before.id_room, after.id_room]),
    clock.now(),
  );

/**
 * A report for a reader: a member, or a person with the link of `code`.
 *
 * @param frozen only what the reader may see (`visibleTo`).
 */
export async function wireReport(
  options: ViewOptions,
  head: ReportHead,
  frozen: Frozen,
  { words, code }: { readonly words: ReportWords; readonly code: string | null },
): Promise<OwnerReport> {
  const rooms = await pairRooms(options, head, frozen);
  const side = (pair: FrozenPair, n: number, which: "before" | "after") => {
    const one = pair[which];
    const room = rooms.get(one.id_room);
    const own = `/api/projects/${head.id_project}/owner-report/views?id_room=${one.id_room}&${queryOf(one)}`;
    const shared = `/api/owner-reports/${code ?? ""}/pictures/${n}?side=${which}`;
    return {
      day: one.day,
      visit: one.visit,
      link: room !== undefined && (code === null || room.is_open) ? viewerLink(one) : null,
      picture: room === undefined ? null : code === null ? own : shared,
    };
  };
  const { id, period, from, to, time_zone, frozen_at } = head;
  return {
    id,
    period,
    from,
    to,
    time_zone,
    frozen_at: frozen_at.toISOString(),
    project: frozen.project,
    language: words.language,
    is_empty: isEmpty(frozen),
    sentences: sentencesOf(frozen, head, words),
    pairs: frozen.pairs.map((pair, at) => ({
      n: at + 1,
      name: pair.name,
      floor: pair.floor,
      is_fixed: pair.is_fixed,
      view:
        code === null
          ? {
              id_room: pair.after.id_room,
              yaw: pair.after.yaw,
              pitch: pair.after.pitch,
              fov: pair.after.fov,
            }
          : null,
      before: side(pair, at + 1, "before"),
      after: side(pair, at + 1, "after"),
    })),
    figures: frozen.figures,
    lines: linesOf(frozen, words).map(({ facts, ...section }) => ({
      ...section,
      facts: facts.map(([name, value]) => [name, value] as [string, string]),
    })),
  };
}
