import { limits } from "#contract/limits.ts";
import type { Poi } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { element, icon } from "../element.ts";
import { roomName } from "../frame.ts";
import { pointKey } from "../point-key.ts";
import { lookBeside } from "../points/look-beside.ts";
import type { Editing } from "./editing.ts";
import { field, textInput } from "./fields.ts";
import { roomPicker } from "./room-picker.ts";
import { remove, replace, save } from "./saving.ts";

const quiet = { toast: false } as const;

/** A new way: where it begins, then where it leads. */
export async function addWay(editing: Editing): Promise<void> {
  const { frame, words } = editing;
  const { tour } = frame;
  const place = await editing.pick("way");
  const room = tour.room.get();
  if (place === null || room === undefined) return;
  lookBeside(frame, place);
  const both = element("input", { type: "checkbox", class: "check-box", checked: true });
  const choose = async (target: Room) => {
    panel.element.toggleAttribute("inert", true);
    try {
      await make(editing, room, target, { ...place, both: both.checked });
      panel.close();
    } catch (error) {
      panel.element.toggleAttribute("inert", false);
      await editing.failed(error);
    }
  };
  const panel = editing.panel({
    title: words.say("way.new"),
    content: [
      roomPicker(editing, (target) => void choose(target)),
      element("label", { class: "check" }, both, words.say("way.both")),
    ],
    closed: () => editing.unmark(),
  });
}

async function make(
  editing: Editing,
  room: Room,
  target: Room,
  place: { yaw: number; pitch: number; both: boolean },
): Promise<void> {
  const { frame, words } = editing;
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
  editing.done(words.say("way.added", { room: roomName(frame, target) }), async () => {
    await takeBack(room.id, made.id);
    if (place.both) for (const { id } of await backs()) if (!before.has(id)) await takeBack(target.id, id);
    await Promise.all([tour.refresh(room.id), tour.refresh(target.id)]);
  });
}

const waysIn = async ({ frame: { tour } }: Editing, id_room: number): Promise<readonly Poi[]> => {
  const query = { code: tour.visit.get().code, id_room, edit_room: "1" };
  return (await call("GET /api/viewer-room-pois", { query }, quiet)).filter(({ kind }) => kind === "link");
};

/** What somebody else removed meanwhile is taken back already. */
async function takeBack(id: number, point: number): Promise<void> {
  try {
    await call("DELETE /api/rooms/{id}/hotspots/{point}", { params: { id, point } }, quiet);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
  }
}

/** After something was made the keyboard stands on it: arrow keys go on from there. */
export function focusPoint({ frame }: Editing, point: Poi): void {
  requestAnimationFrame(() =>
    frame.root
      .querySelector<HTMLElement>(`[data-point="${pointKey(point)}"]`)
      ?.focus({ preventScroll: true }),
  );
}

/** What can be changed of a way that is there. */
export function showWay(editing: Editing, point: Poi): void {
  const { frame, words } = editing;
  const { tour } = frame;
  const target = () => tour.rooms.find(({ id }) => id === current.id_room);
  let current = point;
  const name = field(
    words.say("way.name"),
    textInput(point.label, { maxlength: limits.name, placeholder: nameOfTarget() }),
    words.say("way.name_hint"),
  );
  function nameOfTarget(): string {
    const room = target();
    return room ? roomName(frame, room) : "";
  }
  const rename = async () => {
    const label = name.control.value.trim();
    if (label === current.label) return;
    const saved = await save(editing, current, { label });
    if (saved === null) return panel.close();
    current = saved;
    frame.toast(words.say("point.saved"));
  };
  name.control.addEventListener("change", () => void rename());
  const lead = async (room: Room) => {
    const before = current;
    const saved = await save(editing, before, { id_target_room: room.id });
    panel.close();
    if (saved === null) return;
    focusPoint(editing, saved);
    editing.done(words.say("way.led", { room: roomName(frame, room) }), async () => {
      await save(editing, saved, { id_target_room: before.id_room ?? 0 });
    });
  };
  const elsewhere = () =>
    panel.element
      .querySelector(".panel-body")
      ?.replaceChildren(roomPicker(editing, (room) => void lead(room)));
  const go = () => {
    const room = target();
    panel.close();
    if (room) void tour.go(room);
  };
  const keep = async () => {
    const saved = await save(editing, current, { yaw: current.yaw });
    panel.close();
    if (saved !== null) frame.toast(words.say("way.kept", { room: nameOfTarget() }));
  };
  const panel = editing.panel({
    title: words.say("way.to", { room: editing.nameOf(point) || nameOfTarget() }),
    content: [
      ...(point.is_proposed ? [element("p", { class: "panel-quiet" }, words.say("way.proposed"))] : []),
      name.element,
      element(
        "div",
        { class: "edit-choices" },
        point.is_proposed &&
          element(
            "button",
            { type: "button", class: "button-quiet", onclick: () => void keep() },
            words.say("way.keep"),
          ),
        element(
          "button",
          { type: "button", class: "button", "data-first": true, onclick: go },
          words.say("way.go"),
        ),
        element(
          "button",
          { type: "button", class: "button-quiet", onclick: elsewhere },
          words.say("way.elsewhere"),
        ),
        deleteButton(editing, () => current),
      ),
      element("p", { class: "edit-note" }, words.say("point.hint")),
    ],
    closed: () => void rename(),
  });
}

export function deleteButton(editing: Editing, point: () => Poi): HTMLElement {
  const press = () => {
    editing.closePanel();
    void remove(editing, point());
  };
  return element(
    "button",
    { type: "button", class: "button-quiet button-bad", onclick: press },
    icon("bin"),
    editing.words.say("point.delete"),
  );
}
