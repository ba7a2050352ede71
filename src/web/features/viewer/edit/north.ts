import type { ViewerSheet } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Direction, Marker } from "#panorama/types.ts";
import { call } from "#web/lib/client.ts";
import { bearingOf, compassPoints } from "../bearing.ts";
import { element } from "../element.ts";
import { lookBeside } from "../points/look-beside.ts";
import type { Editing } from "./editing.ts";
import { field } from "./fields.ts";
import { bearingOnPlan, northOf } from "./north-math.ts";

/** North by two presses: on something in the picture, then on where that lies. */
export async function setNorth(editing: Editing): Promise<void> {
  const { frame } = editing;
  const place = await editing.pick("north");
  const room = frame.tour.room.get();
  if (place === null || room === undefined) return;
  lookBeside(frame, place);
  askDirection(editing, room, place);
}

function askDirection(editing: Editing, room: Room, place: Direction): void {
  const { frame, words } = editing;
  const { tour, speaker } = frame;
  // What is known so far is the start: who only corrects it, corrects it.
  let bearing = Math.round(bearingOf(place.yaw, room.north));
  const degrees = field(
    words.say("north.degrees"),
    element("input", {
      class: "field",
      type: "number",
      min: 0,
      max: 359.9,
      step: 0.1,
      dir: "ltr",
      inputmode: "decimal",
    }),
  );
  const points = compassPoints.map((point, index) =>
    element(
      "button",
      {
        type: "button",
        class: "edit-direction",
        style: `grid-area: ${point}`,
        onclick: () => turn(index * 45),
      },
      speaker.say(`compass.directions.${point}`),
    ),
  );
  const preview = element("p", { class: "edit-note", role: "status" });
  const turn = (next: number) => {
    bearing = ((next % 360) + 360) % 360;
    show();
  };
  const show = () => {
    degrees.control.value = String(Math.round(bearing * 10) / 10);
    for (const [index, button] of points.entries())
      button.setAttribute("aria-pressed", String(Math.abs(index * 45 - bearing) < 0.05));
    tour.marks.set(letters(editing, northOf(place.yaw, bearing), place));
    preview.textContent = words.say("north.preview");
  };
  degrees.control.addEventListener("change", () => {
    const value = degrees.control.valueAsNumber;
    if (Number.isFinite(value)) turn(value);
  });
  const button = element(
    "button",
    { type: "button", class: "button", onclick: () => void keep() },
    words.say("north.save"),
  );
  const keep = async () => {
    button.disabled = true;
    try {
      await put(room, northOf(place.yaw, bearing));
      panel.close();
      await tour.renew();
      editing.done(words.say("north.saved"), async () => {
        await put(room, room.has_north ? room.north : null);
        await tour.renew();
      });
    } catch (error) {
      button.disabled = false;
      await editing.failed(error);
    }
  };
  const again = element(
    "button",
    { type: "button", class: "button-quiet", onclick: () => void setNorth(editing) },
    words.say("north.again"),
  );
  const onPlan = plans(editing, room, turn);
  const compass = words.say(onPlan.length === 0 ? "north.compass" : "north.compass_or");
  const panel = editing.panel({
    title: words.say("north.title"),
    content: [
      element("p", { class: "panel-quiet" }, words.say("north.text")),
      ...onPlan,
      element(
        "div",
        { class: "edit-field" },
        element("span", { class: "field-label" }, compass),
        element("div", { class: "edit-rose", role: "group", "aria-label": compass }, ...points),
      ),
      degrees.element,
      preview,
      element("div", { class: "edit-foot" }, element("div", { class: "edit-choices" }, button, again)),
    ],
    closed: () => editing.unmark(),
  });
  show();
}

const put = (room: Room, north: number | null) =>
  call("PUT /api/rooms/{id}", { params: { id: room.id }, body: { north } }, { toast: false });

/** The letters of the compass where they would stand, and the point that was pressed. */
function letters(editing: Editing, north: number, place: Direction): Marker[] {
  const mark = (id: string, yaw: number, pitch: number, className: string, text: string): Marker => {
    const body = element("button", { type: "button", tabindex: -1 }, element("span", {}, text));
    body.setAttribute("aria-hidden", "true");
    return { id, yaw: wrapped(yaw), pitch, label: text, element: body, className };
  };
  const around = (["n", "e", "s", "w"] as const).map((point, index) =>
    mark(
      `letter-${point}`,
      north + index * 90,
      // Above the horizon, where the point that was pressed does not cover them.
      12,
      point === "n" ? "edit-letter edit-letter-north" : "edit-letter",
      editing.words.say(`north.letters.${point}`),
    ),
  );
  const pressed = mark("draft", place.yaw, place.pitch, "edit-draft-point", "");
  pressed.element?.firstElementChild?.setAttribute("class", "edit-draft");
  return [...around, pressed];
}

const wrapped = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** The plans on which this room stands: pressed where the same thing is drawn, they say the direction. */
function plans(editing: Editing, room: Room, turn: (bearing: number) => void): HTMLElement[] {
  const { sheets } = editing.frame.tour.visit.get();
  return sheets.slice(0, 1).flatMap((sheet) => {
    const from = sheet.rooms.find(({ id_room }) => id_room === room.id);
    return from === undefined ? [] : [plan(editing, sheet, from, turn)];
  });
}

function plan(
  { words }: Editing,
  sheet: ViewerSheet,
  from: { readonly x: number; readonly y: number },
  turn: (bearing: number) => void,
): HTMLElement {
  const image = element("img", { src: sheet.image, alt: "", draggable: false });
  const here = element("span", { class: "edit-plan-here" });
  const there = element("span", { class: "edit-plan-there", hidden: true });
  const at = (dot: HTMLElement, { x, y }: { x: number; y: number }) => {
    // A plan is not mirrored in Arabic, so its places are not either.
    dot.style.left = `${x * 100}%`;
    dot.style.top = `${y * 100}%`;
  };
  at(here, from);
  const press = ({ clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    const to = { x: (clientX - left) / width, y: (clientY - top) / height };
    there.hidden = false;
    at(there, to);
    turn(bearingOnPlan({ from, to, ratio: width / height, north: sheet.north }));
  };
  // By the keyboard the direction is chosen or typed; a plan is pointed at.
  return element(
    "div",
    { class: "edit-field" },
    element("span", { class: "field-label" }, words.say("north.plan")),
    element("div", { class: "edit-plan", dir: "ltr", onclick: press }, image, here, there),
    element("p", { class: "edit-note" }, words.say("north.plan_marked")),
  );
}
