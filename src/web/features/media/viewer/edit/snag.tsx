import "./edit.css";
import type { Snag } from "#contract/snags.ts";
import type { Room } from "#contract/visits.ts";
import type { Direction } from "#panorama/types.ts";
import { call } from "#web/lib/client.ts";
import { readDraft } from "#web/lib/form-drafts.ts";
import { newGuid } from "#web/lib/outbox/make-act.ts";
import { upload } from "#web/lib/upload.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { aboutSnag } from "#web/shell/outbox/about-snag.ts";
import type { NewSnagPayload } from "#web/shell/outbox/new-snag-payload.ts";
import { keepActs, notKept, type Outcome, removeAct, sendOrKeep } from "#web/shell/outbox/send-or-keep.ts";
import { newSnag, snagPhoto } from "#web/shell/outbox/snag-acts.ts";
import { isSnagFacts, noFacts, type SnagFacts, wireOf } from "#web/shell/snags/new-snag.ts";
import { SnagFields } from "#web/shell/snags/snag-fields.tsx";
import { useNewSnag } from "#web/shell/snags/use-new-snag.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { plainKit } from "#web/ui/plain/plain-kit.tsx";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";
import { lookPastCard } from "../points/look-past-card.ts";
import { EditLayer } from "./edit-layer.tsx";
import { DraftNote, EditPanel, PanelFoot, useDraftMark, useFocusOnProblem } from "./edit-panel.tsx";
import { Editing } from "./editing.ts";
import { failureText } from "./failure.ts";
import { pickPlace } from "./pick.ts";
import { snagDraftName } from "./snag-draft-name.ts";

const quiet = { toast: false } as const;
let under: AbortController | undefined;

/** Starts a new snag, replacing an open one; works outside the editor. */
function begin(frame: Frame): Editing {
  under?.abort();
  under = new AbortController();
  const editing = new Editing(frame, AbortSignal.any([frame.signal, under.signal]));
  frame.mount("snag", <EditLayer editing={editing} />);
  return editing;
}

/** The visit and room of a new snag; undefined where none can be pinned. */
function whereabouts({ tour }: Frame): Omit<SnagPlace, "place"> | undefined {
  const [room, { id_visit, id_project }] = [tour.room.get(), tour.visit.get()];
  return room === undefined || id_visit === null || id_project === null
    ? undefined
    : { room, id_visit, id_project };
}

/** Pins a snag: first its position, then its content. */
export async function pinSnag(frame: Frame): Promise<void> {
  await fetchTexts(frame.speaker, "common", "offline", "snags", "tour");
  const editing = begin(frame);
  frame.tour.open(null);
  const place = await pickPlace(editing, "snag");
  const where = whereabouts(frame);
  if (place === null || where === undefined) return;
  lookPastCard(frame, place);
  editing.show(<SnagForm editing={editing} at={{ ...where, place }} />);
}

/** Offers to continue a snag draft of this room that was neither pinned nor discarded. */
export async function offerSnagDraft(frame: Frame): Promise<void> {
  const where = whereabouts(frame);
  if (where === undefined) return;
  const [kept] = await Promise.all([
    readDraft(snagDraftName(where.id_visit, where.room.id), isPictureSnag),
    fetchTexts(frame.speaker, "common", "offline", "snags", "tour"),
  ]);
  if (kept === undefined || frame.signal.aborted || frame.tour.room.get()?.id !== where.room.id) return;
  const t = translate.get();
  frame.toast(t("tour.draft.waiting"), {
    label: t("tour.draft.continue"),
    press: () => {
      const editing = begin(frame);
      const place = { yaw: kept.yaw, pitch: kept.pitch };
      lookPastCard(frame, place);
      editing.show(<SnagForm editing={editing} at={{ ...where, place }} />);
    },
  });
}

/** A new snag with its position in a picture. */
type PictureSnag = SnagFacts & Direction;

function isPictureSnag(value: unknown): value is PictureSnag {
  if (!isSnagFacts(value)) return false;
  const { yaw, pitch } = value as Partial<Record<keyof PictureSnag, unknown>>;
  return typeof yaw === "number" && typeof pitch === "number";
}

interface SnagPlace {
  readonly room: Room;
  readonly place: Direction;
  readonly id_visit: number;
  readonly id_project: number;
}

type Created =
  | Extract<Outcome<Snag>, { readonly state: "kept" }>
  /** `photos`: GUIDs of those that are being sent. */
  | (Extract<Outcome<Snag>, { readonly state: "sent" }> & { readonly photos: readonly string[] });

function SnagForm({ editing, at }: { editing: Editing; at: SnagPlace }) {
  const t = useText();
  const { frame, signal } = editing;
  const { room, place, id_visit, id_project } = at;
  const { result } = useLoaded(() =>
    call("GET /api/annotations/choices", { query: { id_project } }, { ...quiet, signal }),
  );
  useDraftMark(editing, place);
  const form = useNewSnag<PictureSnag, Created>({
    name: snagDraftName(id_visit, room.id),
    start: () => ({ ...noFacts, ...place }),
    isDraft: isPictureSnag,
    // The position pressed just now replaces the one of the draft.
    resume: (kept) => ({ ...kept, ...place }),
    create: async (draft) => {
      const fov = frame.tour.panorama?.view.fov ?? 60;
      const at = { id_visit, id_room: room.id, ...place, fov };
      const drafts = draftsOf(draft, at, { room: room.name, id_project });
      const outcome = await sendOrKeep(drafts, (guid) =>
        call("POST /api/annotations", { body: { ...wireOf(draft), ...at, guid } }, quiet),
      );
      if (outcome.state === "kept") return outcome;
      return { ...outcome, photos: await addPhotos(outcome.result, drafts) };
    },
    created: (outcome) => {
      editing.close();
      if (outcome.state === "kept") return frame.toast(t("offline.waiting.kept"));
      void showPinned(editing, room, { ...outcome.result, waiting: outcome.photos });
    },
    explain: (error) => notKept(error) ?? failureText(frame, error),
    left: () => frame.toast(t("tour.draft.kept")),
  });
  const box = useFocusOnProblem(form.refusals);
  return (
    <EditPanel editing={editing} title={t("snags.dialog.title")}>
      <form
        ref={box}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        className="flex flex-col gap-4"
      >
        {form.isRestored && <DraftNote onDiscard={form.discard} />}
        <SnagFields kit={plainKit} form={form} choices={result.state === "there" ? result.data : undefined} />
        <PanelFoot problem={form.refusal}>
          <PlainButton type="submit" variant="primary" isPending={form.isSending}>
            {t("snags.dialog.create")}
          </PlainButton>
        </PanelFoot>
      </form>
    </EditPanel>
  );
}

/** The acts kept on this device without a connection: the snag, and each photo after it. */
function draftsOf(
  draft: PictureSnag,
  at: Extract<NewSnagPayload["at"], { id_visit: number }>,
  { room, id_project: project }: { readonly room: string; readonly id_project: number },
): Parameters<typeof sendOrKeep>[0] {
  const guid = newGuid();
  const fields = wireOf(draft);
  const photos = draft.photos.map((file) => ({
    kind: snagPhoto,
    payload: { snag: { guid }, title: fields.title, kind: "before" as const },
    guid: newGuid(),
    file,
    project,
  }));
  return [{ kind: newSnag, payload: { fields, at, where: room }, guid, project }, ...photos];
}

/**
 * Hands the photos of a snag that was just created to the outbox: it stores each and sends it once, also when an answer is
 * lost. Where the browser stores nothing they are sent at once. Returns the GUIDs of those that wait.
 */
async function addPhotos(
  snag: Snag,
  [, ...photos]: Parameters<typeof sendOrKeep>[0],
): Promise<readonly string[]> {
  if (photos.length === 0) return [];
  const acts = photos.map((photo) => ({ ...photo, payload: { ...aboutSnag(snag), kind: "before" } }));
  try {
    return (await keepActs(acts)).map(({ guid }) => guid);
  } catch {
    for (const { guid = newGuid(), file } of photos)
      if (file)
        await upload(
          "POST /api/annotations/{id}/photos",
          { params: { id: snag.id }, body: { kind: "before", guid }, files: { file } },
          quiet,
        );
    return [];
  }
}

/** Opens the card of a snag that was just pinned, and offers an undo. */
async function showPinned(
  editing: Editing,
  room: Room,
  { id, number, waiting }: Pick<Snag, "id" | "number"> & { readonly waiting: readonly string[] },
): Promise<void> {
  const { frame } = editing;
  const { tour } = frame;
  const t = translate.get();
  await tour.refresh(room.id);
  const point = tour.points.get().find((known) => known.kind === "snag" && known.id === id);
  if (point !== undefined) tour.open(point);
  editing.done(t("snags.dialog.created", { number }), async () => {
    for (const guid of waiting) await removeAct(guid);
    await call("DELETE /api/annotations/{id}", { params: { id } }, quiet);
    tour.open(null);
    await tour.refresh(room.id);
    frame.toast(t("tour.snag.taken_back", { n: number }));
  });
}
