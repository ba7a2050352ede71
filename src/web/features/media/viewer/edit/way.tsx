import { useEffect, useEffectEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Poi } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Direction } from "#panorama/types.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { roomName, useFrame } from "../frame.ts";
import { pointKey } from "../point-key.ts";
import { lookPastCard } from "../points/look-past-card.ts";
import { DeleteButton, EditPanel, Note, useDraftMark } from "./edit-panel.tsx";
import type { Editing } from "./editing.ts";
import { pickPlace } from "./pick.ts";
import { RoomPicker } from "./room-picker.tsx";
import { replace, save } from "./saving.ts";

const quiet = { toast: false } as const;

/** Adds a link: first its position, then its target. */
export async function addWay(editing: Editing): Promise<void> {
  const { frame } = editing;
  const place = await pickPlace(editing, "way");
  const room = frame.tour.room.get();
  if (place === null || room === undefined) return;
  lookPastCard(frame, place);
  editing.show(<NewWay editing={editing} room={room} place={place} />);
}

function NewWay({ editing, room, place }: { editing: Editing; room: Room; place: Direction }) {
  const t = useText();
  const [isBoth, setIsBoth] = useState(true);
  const [isMaking, setIsMaking] = useState(false);
  useDraftMark(editing, place);
  const choose = async (target: Room) => {
    setIsMaking(true);
    try {
      await make(editing, room, target, { ...place, both: isBoth });
      editing.close();
    } catch (error) {
      setIsMaking(false);
      await editing.failed(error);
    }
  };
  return (
    <EditPanel editing={editing} title={t("tour.way.new")}>
      <div inert={isMaking} className="flex min-h-0 flex-col gap-4">
        <RoomPicker onChoose={(target) => void choose(target)} />
        <PlainCheckbox isSelected={isBoth} onChange={setIsBoth}>
          {t("tour.way.both")}
        </PlainCheckbox>
      </div>
    </EditPanel>
  );
}

async function make(
  editing: Editing,
  room: Room,
  target: Room,
  place: Direction & { readonly both: boolean },
): Promise<void> {
  const { frame } = editing;
  const { tour } = frame;
  const backs = async () => (await waysIn(editing, target.id)).filter(({ id_room }) => id_room === room.id);
  const before = new Set((place.both ? await backs() : []).map(({ id }) => id));
  const params = { id: room.id };
  const made = await call(
    "POST /api/rooms/{id}/hotspots",
    { params, body: { ...place, id_target_room: target.id } },
    quiet,
  );
  replace(editing, made);
  void tour.refresh(target.id);
  focusPoint(editing, made);
  const t = translate.get();
  editing.done(t("tour.way.added", { room: roomName(frame, target) }), async () => {
    await takeBack(room.id, made.id);
    if (place.both) for (const { id } of await backs()) if (!before.has(id)) await takeBack(target.id, id);
    await Promise.all([tour.refresh(room.id), tour.refresh(target.id)]);
  });
}

const waysIn = async ({ frame: { tour } }: Editing, id_room: number): Promise<readonly Poi[]> => {
  const query = { code: tour.visit.get().code, id_room, edit_room: "1" };
  return (await call("GET /api/viewer-room-pois", { query }, quiet)).filter(({ kind }) => kind === "link");
};

/** A point that is already gone needs no undo. */
async function takeBack(id: number, point: number): Promise<void> {
  try {
    await call("DELETE /api/rooms/{id}/hotspots/{point}", { params: { id, point } }, quiet);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
  }
}

/** Focuses a point after it was created: arrow keys continue from there. */
export function focusPoint({ frame }: Editing, point: Poi): void {
  requestAnimationFrame(() =>
    frame.root
      .querySelector<HTMLElement>(`[data-point="${pointKey(point)}"]`)
      ?.focus({ preventScroll: true }),
  );
}

/** Opens a link, to be changed or removed. */
export function showWay(editing: Editing, point: Poi): void {
  editing.show(<ChangeWay editing={editing} point={point} />);
}

function ChangeWay({ editing, point }: { editing: Editing; point: Poi }) {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const [isLeading, setIsLeading] = useState(false);
  const way = useRef(point);
  const target = tour.rooms.find(({ id }) => id === point.id_room);
  const targetName = target ? roomName(frame, target) : "";
  const rename = async (label: string) => {
    const saved = await save(editing, way.current, { label });
    if (saved === null) return editing.close();
    way.current = saved;
    frame.toast(t("tour.point.saved"));
  };
  const lead = async (room: Room) => {
    const before = way.current;
    const saved = await save(editing, before, { id_target_room: room.id });
    editing.close();
    if (saved === null) return;
    way.current = saved;
    focusPoint(editing, saved);
    editing.done(t("tour.way.led", { room: roomName(frame, room) }), async () => {
      await save(editing, saved, { id_target_room: before.id_room ?? 0 });
    });
  };
  const keep = async () => {
    const { yaw } = way.current;
    const saved = await save(editing, way.current, { yaw });
    editing.close();
    if (saved !== null) frame.toast(t("tour.way.kept", { room: targetName }));
  };
  return (
    <EditPanel editing={editing} title={t("tour.way.to", { room: editing.nameOf(point) || targetName })}>
      {isLeading ? (
        <RoomPicker onChoose={(room) => void lead(room)} />
      ) : (
        <>
          {point.is_proposed && <p className="text-ink-muted">{t("tour.way.proposed")}</p>}
          <NameField name={point.label} placeholder={targetName} onRename={(label) => void rename(label)} />
          <div className="flex flex-wrap items-center gap-2">
            {point.is_proposed && <PlainButton onClick={() => void keep()}>{t("tour.way.keep")}</PlainButton>}
            <span data-first className="contents">
              <PlainButton
                variant="primary"
                onClick={() => {
                  editing.close();
                  if (target) void tour.go(target);
                }}
              >
                {t("tour.way.go")}
              </PlainButton>
            </span>
            <PlainButton onClick={() => setIsLeading(true)}>{t("tour.way.elsewhere")}</PlainButton>
            <DeleteButton editing={editing} point={() => way.current} />
          </div>
          <Note>{t("tour.point.hint")}</Note>
        </>
      )}
    </EditPanel>
  );
}

interface NameFieldProps {
  name: string;
  placeholder: string;
  onRename: (name: string) => void;
}

/** Saved on blur, and when the card closes. */
function NameField({ name, placeholder, onRename }: NameFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState(name);
  const sent = useRef(name);
  const send = () => {
    const label = typed.trim();
    if (label === sent.current) return;
    sent.current = label;
    onRename(label);
  };
  const leave = useEffectEvent(send);
  useEffect(() => () => leave(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears that its field is left
    <form
      onBlur={send}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <PlainField
        label={t("tour.way.name")}
        hint={t("tour.way.name_hint")}
        value={typed}
        onChange={setTyped}
        placeholder={placeholder}
        maxLength={limits.name}
        autoComplete="off"
      />
    </form>
  );
}
