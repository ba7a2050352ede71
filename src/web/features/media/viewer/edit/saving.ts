import type { Poi } from "#contract/viewer.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { fileAt } from "#web/lib/stored-file.ts";
import { upload } from "#web/lib/upload.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { pointKey, sortOf } from "../point-key.ts";
import type { Editing } from "./editing.ts";

/** Changeable fields of a point; the server accepts those of its kind. */
export interface PointChange {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly label?: string;
  readonly id_target_room?: number;
  readonly text?: string;
  readonly url?: string;
}

const quiet = { toast: false } as const;

/** Sends a change of a point of this room; without `version` it overwrites concurrent changes. */
export async function send(room: number, point: Poi, change: PointChange, version?: number): Promise<Poi> {
  const params = { id: room, point: point.id };
  const body = { ...change, ...(version !== undefined && { version }) };
  if (sortOf(point) === "link") return call("PUT /api/rooms/{id}/hotspots/{point}", { params, body }, quiet);
  if (sortOf(point) === "info") return call("PUT /api/rooms/{id}/infos/{point}", { params, body }, quiet);
  const { yaw, pitch } = change;
  const place = { ...(yaw !== undefined && { yaw }), ...(pitch !== undefined && { pitch }) };
  const snag = await call(
    "PUT /api/annotations/{id}",
    { params: { id: point.id }, body: { ...place, ...(version !== undefined && { version }) } },
    quiet,
  );
  return { ...point, yaw: snag.yaw ?? point.yaw, pitch: snag.pitch ?? point.pitch, version: snag.version };
}

/** Replaces the point with the same key, or adds it. */
export function replace({ frame: { tour } }: Editing, point: Poi): void {
  const key = pointKey(point);
  const points = tour.points.get();
  const isKnown = points.some((known) => pointKey(known) === key);
  tour.change(
    isKnown ? points.map((known) => (pointKey(known) === key ? point : known)) : [...points, point],
  );
}

/**
 * Saves a change that is already on the screen. On a conflict the user decides; when the point no longer exists, a
 * message says so. Returns the current point, or null when the change was not saved.
 */
export async function save(editing: Editing, before: Poi, change: PointChange): Promise<Poi | null> {
  const { tour } = editing.frame;
  const room = tour.room.get();
  if (room === undefined) return null;
  try {
    const saved = await send(room.id, before, change, before.version);
    if (tour.room.get()?.id === room.id) replace(editing, saved);
    return saved;
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === "CONFLICT") return settle(editing, room.id, before, change);
    if (code === "NOT_FOUND") {
      await tour.refresh(room.id);
      editing.frame.toast(translate.get()("tour.gone", { name: editing.nameOf(before) }));
    } else {
      if (tour.room.get()?.id === room.id) replace(editing, before);
      await editing.failed(error);
    }
    return null;
  }
}

/** Conflict: asks which of the two changes to keep. */
function settle(editing: Editing, room: number, before: Poi, change: PointChange): Promise<Poi | null> {
  const { tour } = editing.frame;
  const keepMine = async () => {
    const saved = await send(room, before, change);
    if (tour.room.get()?.id === room) replace(editing, saved);
    return saved;
  };
  const keep = async (keepsMine: boolean) => {
    try {
      if (keepsMine) return await keepMine();
    } catch (error) {
      await editing.failed(error);
    }
    await tour.refresh(room);
    return null;
  };
  return new Promise((resolve) => {
    let isSettled = false;
    editing.conflict.set({
      name: editing.nameOf(before),
      settle(keepsMine) {
        if (isSettled) return;
        isSettled = true;
        editing.conflict.set(null);
        resolve(keep(keepsMine));
      },
    });
  });
}

/** Removes a link or an info point; the undo button of `done` restores it. */
export async function remove(editing: Editing, point: Poi): Promise<void> {
  const { frame } = editing;
  const { tour } = frame;
  const t = translate.get();
  const room = tour.room.get();
  if (room === undefined || sortOf(point) === "snag") return;
  const name = editing.nameOf(point);
  const without = () => tour.points.get().filter((known) => pointKey(known) !== pointKey(point));
  tour.change(without());
  tour.panorama?.element.focus({ preventScroll: true });
  const erased = erase(room.id, point);
  // Undoable from this moment on: before the answer, Ctrl+Z would undo the preceding step instead.
  editing.done(t("tour.point.deleted", { name }), async () => {
    if ((await erased) !== null) return;
    await restore(room.id, point);
    await tour.refresh(room.id);
    frame.toast(t("tour.point.restored", { name }));
  });
  const error = await erased;
  if (error === null) return;
  await tour.refresh(room.id);
  await editing.failed(error);
}

/** Null when it is gone, also when another user has deleted it. */
async function erase(room: number, point: Poi): Promise<unknown> {
  const params = { id: room, point: point.id };
  try {
    if (sortOf(point) === "link") await call("DELETE /api/rooms/{id}/hotspots/{point}", { params }, quiet);
    else await call("DELETE /api/rooms/{id}/infos/{point}", { params }, quiet);
    return null;
  } catch (error) {
    return error instanceof ApiError && error.code === "NOT_FOUND" ? null : error;
  }
}

/** Creates a deleted point again. Its file stays in storage for a day after its last use. */
async function restore(room: number, point: Poi): Promise<void> {
  const params = { id: room };
  const { yaw, pitch, label, kind } = point;
  if (kind === "snag") return;
  if (kind === "link") {
    const body = { yaw, pitch, label, id_target_room: point.id_room ?? 0 };
    await call("POST /api/rooms/{id}/hotspots", { params, body }, quiet);
    return;
  }
  const body = { kind, yaw, pitch, label, text: point.text, url: point.url ?? "" };
  if (point.media === null) {
    await call("POST /api/rooms/{id}/infos", { params, body }, quiet);
    return;
  }
  const file = await fileAt(point.media);
  await upload("POST /api/rooms/{id}/infos", { params, body, files: { file } }, quiet);
}
