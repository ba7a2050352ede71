import "./edit.css";
import { useRef, useState } from "react";
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
import type { NewSnagPayload } from "#web/shell/outbox/new-snag-payload.ts";
import { notKept, type Outcome, sendOrKeep } from "#web/shell/outbox/send-or-keep.ts";
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

function SnagForm({ editing, at }: { editing: Editing; at: SnagPlace }) {
  const t = useText();
  const { frame, signal } = editing;
  const { room, place, id_visit, id_project } = at;
  const { result } = useLoaded(() =>
    call("GET /api/annotations/choices", { query: { id_project } }, { ...quiet, signal }),
  );
  const { share, send } = usePhotosFirst(id_visit);
  useDraftMark(editing, place);
  const form = useNewSnag<PictureSnag, Outcome<Snag>>({
    name: snagDraftName(id_visit, room.id),
    start: () => ({ ...noFacts, ...place }),
    isDraft: isPictureSnag,
    // The position pressed just now replaces the one of the draft.
    resume: (kept) => ({ ...kept, ...place }),
    create: (draft) => {
      const fov = frame.tour.panorama?.view.fov ?? 60;
      const at = { id_visit, id_room: room.id, ...place, fov };
      return sendOrKeep(draftsOf(draft, at, { room: room.name, id_project }), async (guid) => {
        const filenames = await send(draft.photos);
        return call("POST /api/annotations", { body: { ...wireOf(draft), ...at, filenames, guid } }, quiet);
      });
    },
    created: (outcome) => {
      editing.close();
      if (outcome.state === "kept") return frame.toast(t("offline.waiting.kept"));
      const { id, number } = outcome.result;
      void showPinned(editing, room, { id, number });
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
            {share === null
              ? t("snags.dialog.create")
              : t("tour.info.sending", { n: Math.round(share * 100) })}
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
    file,
    project,
  }));
  return [{ kind: newSnag, payload: { fields, at, where: room }, guid, project }, ...photos];
}

/** Uploads the photos of a snag before the snag; after a refusal, uploaded photos are not sent again. */
function usePhotosFirst(id_visit: number) {
  const [share, setShare] = useState<number | null>(null);
  const sent = useRef(new Map<File, string>());
  const send = async (photos: readonly File[]): Promise<string[]> => {
    const names: string[] = [];
    try {
      for (const [at, file] of photos.entries()) {
        const known = sent.current.get(file);
        const name =
          known ?? (await sendPhoto(id_visit, file, (part) => setShare((at + part) / photos.length)));
        sent.current.set(file, name);
        names.push(name);
      }
    } finally {
      setShare(null);
    }
    return names;
  };
  return { share, send };
}

async function sendPhoto(id_visit: number, file: File, onProgress: (share: number) => void): Promise<string> {
  const { filename } = await upload(
    "POST /api/annotations/file",
    { body: { id_visit, kind: "before" }, files: { file } },
    { ...quiet, onProgress },
  );
  return filename;
}

/** Opens the card of a snag that was just pinned, and offers an undo. */
async function showPinned(
  editing: Editing,
  room: Room,
  { id, number }: { readonly id: number; readonly number: number },
): Promise<void> {
  const { frame } = editing;
  const { tour } = frame;
  const t = translate.get();
  await tour.refresh(room.id);
  const point = tour.points.get().find((known) => known.kind === "snag" && known.id === id);
  if (point !== undefined) tour.open(point);
  editing.done(t("snags.dialog.created", { number }), async () => {
    await call("DELETE /api/annotations/{id}", { params: { id } }, quiet);
    tour.open(null);
    await tour.refresh(room.id);
    frame.toast(t("tour.snag.taken_back", { n: number }));
  });
}
