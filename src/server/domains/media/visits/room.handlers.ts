import type { visitsApi } from "#contract/visits.ts";
import type { Settle, Uploads } from "#server/media/index.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import { type Capture, knownCapture, splitCapture } from "#server/platform/captures.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers, UploadedFile } from "#server/platform/http/module.ts";
import type { RoomWithPicture } from "./rooms.repository.ts";
import { type AddRoomOptions, addRoom } from "./rooms.service.ts";
import { done } from "./visit-activity.ts";
import { roomDeleted, visitChanged } from "./visits.events.ts";
import { type PictureWire, wireRoom } from "./wire.ts";

export interface RoomOptions extends AddRoomOptions {
  readonly pictures: AddRoomOptions["pictures"] & PictureWire;
  readonly uploads: Pick<Uploads, "finish">;
}

type Route = Extract<keyof typeof visitsApi, `${string} /api/rooms${string}`>;

/** The room that the same user added before with this GUID. Throws NOT_FOUND when it was deleted since. */
async function addedBefore(
  { db, rooms }: Pick<RoomOptions, "db" | "rooms">,
  capture: Capture | undefined,
  id_user: number,
): Promise<RoomWithPicture | undefined> {
  const id = await knownCapture(db, capture, { id_user, kind: "room" });
  if (id === null) return undefined;
  const [room] = await rooms.byNumber([id]);
  if (room === undefined) throw new AppError("NOT_FOUND");
  return room;
}

/** Rooms are added with their picture, changed and deleted; the links between them follow. */
export function roomHandlers(options: RoomOptions): Handlers<Route> {
  const { db, rooms, bus, pictures, uploads, ways } = options;
  return {
    "POST /api/rooms": async ({ subject, body, files, user, request }) => {
      const [capture, { upload, name }] = splitCapture(body);
      const by = { id_user: user.id, address: request.ip, capture };
      const { file } = files;
      const before = await addedBefore(options, capture, user.id);
      if (before !== undefined) return wireRoom(before, pictures, true);
      const add = (picture: UploadedFile, alongside?: Settle) =>
        addRoom(options, subject, picture, name, by, alongside);
      if (file === undefined && upload === undefined)
        throw new AppError("FILE_EMPTY", { fields: { file: ["FILE_EMPTY"] } });
      const id =
        file === undefined
          ? await uploads.finish({ id: upload ?? "", id_user: user.id, id_visit: subject.id }, add)
          : await add(file);
      return wireRoom(await rooms.byId(id), pictures, true);
    },
    "PUT /api/rooms/{id}": async ({ subject, body, user, request }) => {
      const { order, ...values } = body;
      const { name, north } = values;
      const changed: string[] = changedNames(subject, definedOnly({ name }));
      if (north !== undefined && (north !== subject.north || north === 0)) changed.push("north");
      if (order !== undefined && order !== subject.position) changed.push("order");
      await db.transaction().execute(async (trx) => {
        // The position comes first: it locks the visit, and locking visit and room in the opposite order would risk a
        // deadlock.
        if (order !== undefined) await rooms.moveTo(trx, subject, order);
        await rooms.update(trx, subject, definedOnly(values));
        // Turning a picture changes the directions of its links.
        if (order !== undefined || values.north !== undefined) await ways.propose(trx, [subject.id_visit]);
        if (changed.length === 0) return;
        await bus.emit(trx, visitChanged, { id_project: subject.id_project, id_visit: subject.id_visit });
        await recordActivity(trx, { ...done("room.changed", subject, user, request), changed });
      });
      return wireRoom(await rooms.byId(subject.id), pictures, true);
    },
    "DELETE /api/rooms/{id}": async ({ subject, user, request }) => {
      await db.transaction().execute(async (trx) => {
        await rooms.remove(trx, subject);
        const { id, id_visit, id_project } = subject;
        await ways.propose(trx, [id_visit]);
        await bus.emit(trx, roomDeleted, { id_project, id_visit, id_room: id });
        await recordActivity(trx, done("room.deleted", subject, user, request));
      });
      return {};
    },
  };
}
