import type { ViewerDate, ViewerSheet, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { element } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import { openDialog } from "../parts/dialog.ts";
import { isShowable } from "../source.ts";
import type { Place } from "./place.ts";
import "./pick-other.css";

/** What was chosen: a room of a visit of another date. */
export interface PickedOther {
  readonly code: string;
  readonly id_room: number;
  /** Whether that visit is older than the one that is left. */
  readonly isEarlier: boolean;
}

/**
 * Asks which room of another date the one on the screen is compared with: by its picture, or by its place on the plan.
 * Null when the visitor closes it, or no other date can be had.
 */
export async function pickOther(frame: Frame, place: Place): Promise<PickedOther | null> {
  const { tour, speaker } = frame;
  const room = tour.room.get();
  if (room === undefined) return null;
  const dates = await datesFor(place, room).catch(() => null);
  if (dates === null) frame.toast(speaker.say("compare.failed"));
  if (dates === null || frame.life.aborted) return null;
  return new Promise((resolve) => {
    const here = tour.visit.get();
    const choose = (date: ViewerDate, other: Room) => {
      const isEarlier = date.visit_date <= here.visit_date;
      resolve({ code: date.code, id_room: other.id, isEarlier });
      dialog.close();
    };
    const list = element("div", { class: "other-rooms", "aria-live": "polite" });
    let asked = 0;
    const show = async (date: ViewerDate | undefined) => {
      asked += 1;
      const turn = asked;
      if (date === undefined) return list.replaceChildren(quiet(speaker.say("pick_other.none")));
      list.replaceChildren(quiet(speaker.say("pick_other.loading")));
      const visit = await place.dates.visit(date.code).catch(() => null);
      if (turn !== asked) return;
      if (visit === null) return list.replaceChildren(quiet(speaker.say("compare.failed")));
      list.replaceChildren(...rooms(frame, visit, date, (other) => choose(date, other)));
    };
    const select = element(
      "select",
      {
        class: "other-dates",
        "aria-label": speaker.say("pick_other.date"),
        onchange: () => void show(dates.find(({ code }) => code === select.value)),
      },
      ...dates.map(({ code, visit, visit_date }) =>
        element("option", { value: code }, `${speaker.date(visit_date)} · ${visit}`),
      ),
    );
    const { thumbnail } = room.picture;
    const dialog = openDialog(
      frame,
      speaker.say("pick_other.title", { room: roomName(frame, room) }),
      element("p", { class: "dialog-text" }, speaker.say("pick_other.text")),
      element(
        "div",
        { class: "other-here" },
        thumbnail !== null && element("img", { src: thumbnail, alt: "", width: 300, height: 150 }),
        element(
          "p",
          {},
          element("strong", {}, speaker.date(here.visit_date)),
          element("span", { dir: "auto" }, roomName(frame, room)),
        ),
      ),
      ...(dates.length === 0 ? [] : [select]),
      list,
      ...matchLink(frame),
    );
    dialog.classList.add("other-dialog");
    dialog.addEventListener("close", () => resolve(null));
    void show(dates[0]);
  });
}

/** Those with a proposal first; else the nearest in time, as the server sorts them. */
async function datesFor({ dates }: Place, room: Room): Promise<readonly ViewerDate[]> {
  const query = { code: dates.home, id_room: room.id };
  const found = await call("GET /api/viewer-dates", { query }, { toast: false });
  return found.toSorted((a, b) => Number(b.likely !== null) - Number(a.likely !== null));
}

const quiet = (text: string) => element("p", { class: "dialog-text" }, text);

/** The plan with its dots where the visit has one, then the pictures, the likely one first. */
function rooms(
  frame: Frame,
  visit: ViewerVisit,
  date: ViewerDate,
  choose: (room: Room) => void,
): HTMLElement[] {
  const { speaker } = frame;
  const best = date.id_room ?? date.likely;
  const shown = visit.rooms
    .filter(isShowable)
    .toSorted((a, b) => Number(b.id === best) - Number(a.id === best) || a.order - b.order);
  if (shown.length === 0) return [quiet(speaker.say("pick_other.none"))];
  const plans = visit.sheets.map((sheet) => plan(frame, sheet, shown, choose));
  const items = shown.map((room) => {
    const { thumbnail } = room.picture;
    return element(
      "li",
      {},
      element(
        "button",
        { type: "button", class: "other-room", "data-likely": room.id === best, onclick: () => choose(room) },
        thumbnail !== null &&
          element("img", { src: thumbnail, alt: "", loading: "lazy", width: 300, height: 150 }),
        element("span", { class: "other-name", dir: "auto" }, room.name),
        room.id === best && element("span", { class: "other-mark" }, speaker.say("pick_other.likely")),
      ),
    );
  });
  return [...plans, element("ul", { class: "other-list" }, ...items)];
}

/** Left is left on a plan, in Arabic too. */
function plan(
  { speaker }: Frame,
  sheet: ViewerSheet,
  shown: readonly Room[],
  choose: (room: Room) => void,
): HTMLElement {
  const dots = sheet.rooms.flatMap(({ id_room, x, y }) => {
    const room = shown.find(({ id }) => id === id_room);
    if (room === undefined) return [];
    const label = speaker.say("pick_other.choose", { room: room.name });
    const dot = element(
      "button",
      {
        type: "button",
        class: "plan-dot",
        title: room.name,
        "aria-label": label,
        onclick: () => choose(room),
      },
      element("span", { class: "plan-point" }),
    );
    dot.style.left = `${x * 100}%`;
    dot.style.top = `${y * 100}%`;
    return [dot];
  });
  const image = element("img", { src: sheet.image, alt: "", draggable: "false" });
  return element("div", { class: "plan-sheet other-plan", dir: "ltr" }, image, ...dots);
}

/** Whoever edits the visit does better to match all its rooms at once. */
function matchLink({ tour, speaker }: Frame): HTMLElement[] {
  const { id_visit, can } = tour.visit.get();
  if (id_visit === null || can["edit"] !== true) return [];
  const href = `/editvisit/${id_visit}/match`;
  return [element("a", { class: "other-match", href }, speaker.say("pick_other.match_all"))];
}
