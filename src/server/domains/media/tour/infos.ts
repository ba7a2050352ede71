import { sql } from "kysely";
import type { tourApi } from "#contract/tour.ts";
import type { Poi } from "#contract/viewer.ts";
import { type Portraits, photoShape } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers, UploadedFile } from "#server/platform/http/module.ts";
import type { RoomRecord } from "../visits/visits.policy.ts";
import type { PointsOptions } from "./hotspots.ts";
import { type PointAuthor, pointActivity } from "./point-activity.ts";
import type { RoomInfosTable } from "./tables.ts";
import { roomPoints } from "./tour.events.ts";

export interface InfosOptions extends PointsOptions {
  readonly portraits: Pick<Portraits, "keepPortrait" | "keepClip">;
}

type InfoRoute = Extract<keyof typeof tourApi, `${string}/infos${string}`>;
type InfoKind = RoomInfosTable["kind"];
interface Told {
  readonly url: string;
  readonly media: string | null;
}

/** Information points in a picture: text, a photo, a video, an external page. */
export function infoHandlers({ db, bus, points, portraits }: InfosOptions): Handlers<InfoRoute> {
  const find = async (roomId: number, id: number): Promise<Poi> => {
    const all = await points.of(roomId, { forEditor: true });
    const found = all.find((point) => point.kind !== "link" && point.id === id);
    if (found === undefined) throw new AppError("NOT_FOUND");
    return found;
  };
  const changed = async (trx: Trx, room: RoomRecord, by: PointAuthor) => {
    const { id_project, id_visit, id } = room;
    await bus.emit(trx, roomPoints, { id_project, id_visit, id_room: id });
    await recordActivity(trx, pointActivity(room, "infos", by));
  };
  /** The key of a file sent with an information point; undefined without one. */
  const keep = async (kind: InfoKind, file: UploadedFile | undefined): Promise<string | undefined> => {
    if (file === undefined) return undefined;
    if (kind === "photo") return portraits.keepPortrait(file, photoShape);
    if (kind === "video") return portraits.keepClip(file);
    throw refused("file", "tour.file_unwanted");
  };

  return {
    "POST /api/rooms/{id}/infos": async ({ subject, body, files, user, request }) => {
      const { kind } = body;
      // Checked before a video is stored that no point would show.
      refuseIncomplete(kind, { url: body.url, media: files.file === undefined ? null : "sent" });
      const media = (await keep(kind, files.file)) ?? null;
      const url = media === null ? body.url : "";
      const id = await db.transaction().execute(async (trx) => {
        await points.makeRoom(trx, subject.id);
        const made = await trx
          .insertInto("room_infos")
          .values({ ...body, url, media, id_room: subject.id, id_user: user.id })
          .returning("id")
          .executeTakeFirstOrThrow();
        await changed(trx, subject, { user, request });
        return made.id;
      });
      return find(subject.id, id);
    },
    "PUT /api/rooms/{id}/infos/{point}": async ({ subject, params, body, files, user, request }) => {
      const { version, ...values } = body;
      const before = await db
        .selectFrom("room_infos")
        .select("kind")
        .where("id", "=", params.point)
        .where("id_room", "=", subject.id)
        .executeTakeFirst();
      if (before === undefined) throw new AppError("NOT_FOUND");
      const sent = await keep(before.kind, files.file);
      await db.transaction().execute(async (trx) => {
        const known = await trx
          .selectFrom("room_infos")
          .select(["version", "url", "media"])
          .where("id", "=", params.point)
          .where("id_room", "=", subject.id)
          .forUpdate()
          .executeTakeFirst();
        if (known === undefined) throw new AppError("NOT_FOUND");
        if (version !== undefined && version !== known.version) throw new AppError("CONFLICT");
        const told = replaced(before.kind, known, { url: values.url, media: sent });
        refuseIncomplete(before.kind, told);
        await trx
          .updateTable("room_infos")
          .set({ ...definedOnly(values), ...told, version: known.version + 1, updated_at: sql`now()` })
          .where("id", "=", params.point)
          .execute();
        await changed(trx, subject, { user, request });
      });
      return find(subject.id, params.point);
    },
    "DELETE /api/rooms/{id}/infos/{point}": async ({ subject, params, user, request }) => {
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("room_infos")
          .where("id", "=", params.point)
          .where("id_room", "=", subject.id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new AppError("NOT_FOUND");
        await changed(trx, subject, { user, request });
      });
      return {};
    },
  };
}

/** The video is an uploaded or an external one: the later replaces the earlier. */
function replaced(
  kind: InfoKind,
  known: Told,
  sent: { url: string | undefined; media: string | undefined },
): Told {
  if (sent.media !== undefined) return { url: "", media: sent.media };
  const url = sent.url ?? known.url;
  return { url, media: kind === "video" && url !== "" ? null : known.media };
}

/** Refuses an information point without content of its kind. */
function refuseIncomplete(kind: InfoKind, { url, media }: Told): void {
  if (kind === "photo" && media === null) throw refused("file", "tour.photo_required");
  if (kind === "video" && media === null && url === "") throw refused("url", "tour.video_required");
  if (kind === "web" && url === "") throw refused("url", "tour.address_required");
}

const refused = (field: string, key: string) => new AppError("VALIDATION", { fields: { [field]: [key] } });
