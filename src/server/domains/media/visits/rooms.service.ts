import { limits } from "#contract/limits.ts";
import { walkLimits } from "#contract/walks.limits.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { Pictures } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { type Capture, oncePerCapture } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { createRoomsRepository } from "./rooms.repository.ts";
import { roomAdded } from "./visits.events.ts";
import type { VisitRecord } from "./visits.policy.ts";

/** Proposes the links between rooms when these are added, deleted or moved in the list. */
export interface ProposesWays {
  /** Within the transaction that changed the rooms of these visits. */
  propose(trx: Trx, visitIds: Iterable<number>): Promise<void>;
}

export interface AddRoomOptions {
  readonly db: Database;
  readonly rooms: ReturnType<typeof createRoomsRepository>;
  readonly bus: Bus;
  /** Rechecks every rule from the bytes and stores the original; throws the rule's error. */
  readonly pictures: Pick<Pictures, "keep">;
  /** The present limits of the settings. */
  readonly limits: () => PictureLimits;
  /** Counts the uploaded bytes of originals. */
  readonly quotas: Pick<Quotas, "addBytes">;
  /** Links rooms before a user has arranged any link. */
  readonly ways: ProposesWays;
  readonly news: {
    /** A picture of the visit is settled: possibly the last one. */
    settled(trx: Trx, visitId: number): Promise<void>;
  };
}

export interface PictureLimits {
  /** Limit of one picture. */
  readonly megabytes: number;
  /** Limit of pictures in one visit. */
  readonly files: number;
}

interface By {
  readonly id_user: number;
  readonly address: string;
  /** Set for a picture that waited on a device. */
  readonly capture?: Capture | undefined;
}

/**
 * Adds a picture as the last room of a visit, once per capture: checked and stored, then room, picture and job in one transaction, so
 * that there is never a room without its picture or a picture without its job. `alongside` writes in the same
 * transaction. Returns the room's id.
 */
export async function addRoom(
  { db, rooms, bus, pictures, quotas, ways, news, limits: inForce }: AddRoomOptions,
  visit: Authorized<VisitRecord>,
  file: UploadedFile,
  wantedName: string | undefined,
  { capture, ...by }: By,
  alongside: (trx: Trx, id_room: number) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { files: most } = inForce();
  const picture = await pictures.keep(file);
  const { sha256, north } = picture;
  const make = async (trx: Trx): Promise<number> => {
    await picture.claim(trx);
    const name = roomName(wantedName, file.name);
    const room = await rooms.append(
      trx,
      visit,
      { name, north: north ?? 0, fileName: file.name.slice(0, 255), sha256, id_user: by.id_user },
      most,
    );
    if (room === undefined) throw new AppError("ROOMS_FULL", { values: { n: most } });
    await alongside(trx, room.id);
    if (room.isNew) {
      await ways.propose(trx, [visit.id]);
      await quotas.addBytes(trx, visit.id_payer, file.bytes);
      // The same photo in another visit: nothing of it will be processed.
      if (await rooms.isReady(trx, sha256)) await news.settled(trx, visit.id);
      await bus.emit(trx, roomAdded, { id_project: visit.id_project, id_visit: visit.id, id_room: room.id });
      await recordActivity(trx, {
        ...by,
        action: "room.created",
        subject: { kind: "room", id: room.id, name },
        id_project: visit.id_project,
      });
    }
    return room.id;
  };
  const doing = { id_user: by.id_user, kind: "room" } as const;
  return db.transaction().execute((trx) => oncePerCapture(trx, capture, doing, () => make(trx)));
}

/** Creates the function that adds a picture of a walk video as the last room of a visit, within the limits of walks. */
export const createAddWalkRoom =
  (options: AddRoomOptions) =>
  (
    visit: Authorized<VisitRecord>,
    file: UploadedFile,
    name: string,
    by: { readonly id_user: number; readonly address: string },
    alongside: (trx: Trx, id_room: number) => Promise<void>,
  ): Promise<number> => {
    const limits = () => ({ ...options.limits(), files: walkLimits.rooms });
    return addRoom({ ...options, limits }, visit, file, name, by, alongside);
  };

/** Refuses before the upload what would be refused at its end: size, and number of rooms. */
export async function checkNewUpload(
  { rooms, limits: inForce }: Pick<AddRoomOptions, "rooms" | "limits">,
  visit: Authorized<VisitRecord>,
  bytes: number,
): Promise<void> {
  const { megabytes, files } = inForce();
  if (bytes > megabytes * 2 ** 20)
    throw new AppError("IMAGE_TOO_LARGE", { values: { maxFileSize: megabytes } });
  if ((await rooms.countOf(visit.id)) >= files) throw new AppError("ROOMS_FULL", { values: { n: files } });
}

/** The given name, else the file's without its extension, so that a room is never nameless. */
export function roomName(wanted: string | undefined, fileName: string): string {
  const named = (wanted ?? "").trim();
  const fromFile = fileName.replace(/\.[^.]*$/, "").trim();
  return (named || fromFile || "Room").slice(0, limits.name);
}
