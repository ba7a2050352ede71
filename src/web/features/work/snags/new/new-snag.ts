import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { call, quiet } from "#web/lib/client.ts";
import type { CapturedItem } from "#web/lib/creation.ts";
import { captureOf } from "#web/lib/outbox/act.ts";
import { newGuid, sha256Of } from "#web/lib/outbox/make-act.ts";
import { clockOffset } from "#web/lib/server-clock.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { type Outcome, sendOrKeep } from "#web/shell/outbox/send-or-keep.ts";
import { newSnag, snagPhoto } from "#web/shell/outbox/snag-acts.ts";
import { isSnagFacts, noFacts, type SnagFacts, wireOf } from "#web/shell/snags/new-snag.ts";

export interface PlanPlace {
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
}

/** The form of a new snag, with its position. */
export interface NewSnag extends SnagFacts {
  readonly id_project: number | null;
  readonly where: "room" | "plan";
  readonly id_visit: number | null;
  readonly id_room: number | null;
  /** Null until the floor plan was pressed. */
  readonly place: PlanPlace | null;
}

export type Problems = Partial<Record<keyof NewSnag, string>>;

export function startOf(id_project: number | undefined, place: PlanPlace | undefined): NewSnag {
  return {
    ...noFacts,
    id_project: id_project ?? null,
    where: place === undefined ? "room" : "plan",
    id_visit: null,
    id_room: null,
    place: place ?? null,
  };
}

/** Texts and photos of an item that was added while the screen was locked; its first line becomes the title. */
export function factsOf({ text, photos }: CapturedItem): Pick<NewSnag, "title" | "text" | "photos"> {
  const [first = "", ...rest] = text.trim().split("\n");
  const isShort = first.length <= limits.name;
  return { title: first.slice(0, limits.name), text: isShort ? rest.join("\n").trim() : text.trim(), photos };
}

const timeOf = ({ at }: Pick<CapturedItem, "at">): string => new Date(at).toISOString();

/** The record of a photo that was taken while the screen was locked. */
export interface PhotoOrigin {
  readonly guid: string;
  readonly capturedAt: string;
  readonly sha256: string;
}

/**
 * The origin of those photos that belong to an item from the locked screen, recognized by their content: a stored draft
 * returns other objects. Their GUIDs follow that of the item, so that adding it again sends none twice.
 */
export async function originsOf(
  captured: CapturedItem | undefined,
  photos: readonly File[],
): Promise<ReadonlyMap<File, PhotoOrigin>> {
  const origins = new Map<File, PhotoOrigin>();
  if (captured === undefined) return origins;
  for (const photo of photos) {
    const sha256 = await sha256Of(null, photo);
    const at = captured.sha256.indexOf(sha256);
    if (at < 0) continue;
    origins.set(photo, { guid: guidAfter(captured.guid, at + 1), capturedAt: timeOf(captured), sha256 });
  }
  return origins;
}

/** The GUID some steps further: by its last two digits. */
function guidAfter(guid: string, steps: number): string {
  const last = (Number.parseInt(guid.slice(-2), 16) + steps) % 256;
  return guid.slice(0, -2) + last.toString(16).padStart(2, "0");
}

/** Missing parts of the position, by field. */
export function missingPlace(draft: NewSnag): Partial<Record<keyof NewSnag, TextKey>> {
  const { id_project, where, id_visit, id_room, place } = draft;
  return {
    ...(id_project === null && { id_project: "snags.dialog.project_missing" as const }),
    ...(where === "plan" && place === null && { place: "snags.dialog.place_missing" as const }),
    ...(where === "room" && id_visit === null && { id_visit: "snags.dialog.visit_missing" as const }),
    ...(where === "room" &&
      id_visit !== null &&
      id_room === null && { id_room: "snags.dialog.room_missing" as const }),
  };
}

export function isNewSnag(value: unknown): value is NewSnag {
  if (!isSnagFacts(value)) return false;
  const { where } = value as Partial<Record<keyof NewSnag, unknown>>;
  return where === "room" || where === "plan";
}

/**
 * Creates the snag, or keeps it with its photos on this device. `where`: names of the project and of the position. An
 * item from the locked screen keeps its GUID and its time.
 */
export async function createSnag(
  draft: NewSnag,
  where: { readonly project: string; readonly position: string },
  captured?: CapturedItem,
): Promise<Outcome<Snag>> {
  const fields = wireOf(draft);
  const at =
    draft.where === "plan" && draft.place !== null
      ? draft.place
      : { id_visit: draft.id_visit ?? 0, id_room: draft.id_room };
  const project = { project: draft.id_project ?? 0, projectName: where.project };
  const guid = captured?.guid ?? newGuid();
  const capturedAt = captured && timeOf(captured);
  const payload = { fields, at, where: where.position };
  const origins = await originsOf(captured, draft.photos);
  const photos = draft.photos.map((file) => {
    const origin = origins.get(file);
    return {
      kind: snagPhoto,
      payload: { snag: { guid }, title: fields.title, kind: "before" as const },
      file,
      ...project,
      ...(origin && { guid: origin.guid, capturedAt: origin.capturedAt }),
    };
  });
  const act = { kind: newSnag, payload, guid, ...project, ...(capturedAt && { capturedAt }) };
  const capture = capturedAt
    ? captureOf({ guid, capturedAt, clockOffset: clockOffset(), sha256: "" })
    : { guid };
  return sendOrKeep([act, ...photos], () => {
    if (!("id_sheet" in at))
      return call("POST /api/annotations", { body: { ...fields, ...at, ...capture } }, quiet);
    const { id_sheet: id, x, y } = at;
    const body = { ...fields, x, y, ...capture };
    return call("POST /api/maps/{id}/annotations", { params: { id }, body }, quiet);
  });
}
