import "./edit.css";
import type { Poi } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Direction } from "#panorama/types.ts";
import { call } from "#web/lib/client.ts";
import { upload } from "#web/lib/upload.ts";
import { useText } from "#web/lib/use-text.ts";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";
import { lookPastCard } from "../points/look-past-card.ts";
import { EditLayer } from "./edit-layer.tsx";
import { DeleteButton, EditPanel, Note, useDraftMark } from "./edit-panel.tsx";
import { Editing } from "./editing.ts";
import { InfoForm, type Send } from "./info-form.tsx";
import { pickPlace } from "./pick.ts";
import { replace, save } from "./saving.ts";
import { focusPoint } from "./way.tsx";

const quiet = { toast: false } as const;

/** Adds an info point: first its position, then its content. */
export async function addInfo(editing: Editing): Promise<void> {
  const { frame } = editing;
  const place = await pickPlace(editing, "info");
  const room = frame.tour.room.get();
  if (place === null || room === undefined) return;
  lookPastCard(frame, place);
  editing.show(<NewInfo editing={editing} room={room} place={place} />);
}

let adding: AbortController | undefined;

/** Adds a photo as an info point; works outside the editor. */
export async function pinPhoto(frame: Frame): Promise<void> {
  await fetchTexts(frame.speaker, "common", "tour");
  adding?.abort();
  adding = new AbortController();
  const editing = new Editing(frame, AbortSignal.any([frame.signal, adding.signal]));
  frame.mount("photo", <EditLayer editing={editing} />);
  frame.tour.open(null);
  const place = await pickPlace(editing, "info");
  const room = frame.tour.room.get();
  if (place === null || room === undefined) return;
  lookPastCard(frame, place);
  editing.show(<NewInfo editing={editing} room={room} place={place} kind="photo" />);
}

interface NewInfoProps {
  editing: Editing;
  room: Room;
  place: Direction;
  /** The kind selected at first. */
  kind?: "text" | "photo";
}

function NewInfo({ editing, room, place, kind = "text" }: NewInfoProps) {
  const t = useText();
  useDraftMark(editing, place);
  const send: Send = async ({ kind, file, ...told }, onProgress) => {
    const params = { id: room.id };
    const body = { kind, ...told, ...place };
    const made =
      file === undefined
        ? await call("POST /api/rooms/{id}/infos", { params, body }, quiet)
        : await upload(
            "POST /api/rooms/{id}/infos",
            { params, body, files: { file } },
            { ...quiet, onProgress },
          );
    return () => {
      replace(editing, made);
      focusPoint(editing, made);
      editing.done(t("tour.info.added", { name: made.label }), async () => {
        const point = { id: room.id, point: made.id };
        await call("DELETE /api/rooms/{id}/infos/{point}", { params: point }, quiet);
        await editing.frame.tour.refresh(room.id);
      });
    };
  };
  return (
    <EditPanel editing={editing} title={t("tour.info.new")}>
      <InfoForm editing={editing} point={null} name={`info:new:${room.id}`} kind={kind} send={send} />
    </EditPanel>
  );
}

/** Opens an info point, to be changed or removed. */
export function showInfo(editing: Editing, point: Poi): void {
  const room = editing.frame.tour.room.get();
  if (room !== undefined) editing.show(<ChangeInfo editing={editing} room={room} point={point} />);
}

function ChangeInfo({ editing, room, point }: { editing: Editing; room: Room; point: Poi }) {
  const t = useText();
  const { frame } = editing;
  const said = () => frame.toast(t("tour.point.saved"));
  const send: Send = async ({ kind: _kind, file, ...told }, onProgress) => {
    if (file === undefined) {
      const saved = await save(editing, point, told);
      return saved === null ? undefined : said;
    }
    const saved = await upload(
      "PUT /api/rooms/{id}/infos/{point}",
      {
        params: { id: room.id, point: point.id },
        body: { ...told, version: point.version },
        files: { file },
      },
      { ...quiet, onProgress },
    );
    return () => {
      replace(editing, saved);
      said();
    };
  };
  return (
    <EditPanel editing={editing} title={t("tour.info.change")}>
      <InfoForm editing={editing} point={point} name={`info:${point.id}:${point.version}`} send={send}>
        <DeleteButton editing={editing} point={() => point} />
        <Note>{t("tour.point.hint")}</Note>
      </InfoForm>
    </EditPanel>
  );
}
