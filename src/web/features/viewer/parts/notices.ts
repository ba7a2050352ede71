import type { Room } from "#contract/visits.ts";
import { element, icon } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import { isShowable } from "../source.ts";
import type { Trouble } from "../tour.ts";

/** What is wrong or under way, in words: a strip over the picture, or a page where there is none. */
export function notices(frame: Frame): HTMLElement[] {
  return [strip(frame), cover(frame), progress(frame), announcer(frame)];
}

function strip({ tour, speaker, life, ...rest }: Frame): HTMLElement {
  const frame = { tour, speaker, life, ...rest };
  const box = element("div", { class: "strip", role: "status" });
  const show = () => {
    const trouble = tour.trouble.get();
    if (trouble !== null) box.replaceChildren(...told(frame, trouble));
    else if (!navigator.onLine) box.replaceChildren(icon("offline"), line(speaker.say("notice.offline")));
    else if (!tour.panorama) box.replaceChildren(icon("warning"), line(speaker.say("notice.no_webgl")));
    else box.replaceChildren();
  };
  tour.trouble.watch(life, show);
  addEventListener("online", show, { signal: life });
  addEventListener("offline", show, { signal: life });
  return box;
}

function told(frame: Frame, trouble: Trouble): Node[] {
  const { speaker, tour } = frame;
  if (trouble.kind === "restoring") return [line(speaker.say("notice.restoring"))];
  if (trouble.kind === "gone")
    return [
      icon("warning"),
      line(speaker.say("notice.gone", { room: trouble.room.name || speaker.say("rooms.label") })),
      element(
        "button",
        { type: "button", class: "strip-action", onclick: () => tour.trouble.set(null) },
        speaker.say("actions.close"),
      ),
    ];
  const words =
    trouble.kind === "room"
      ? speaker.say("notice.room_failed", { room: roomName(frame, trouble.room) })
      : speaker.say("notice.tiles_failed");
  const retry = element(
    "button",
    { type: "button", class: "strip-action", onclick: () => tour.retry() },
    speaker.say("actions.retry"),
  );
  return [icon("warning"), line(words), retry];
}

const line = (text: string) => element("p", { dir: "auto" }, text);

/** Stands in for the picture of a room that has none yet, or never will. */
function cover({ tour, speaker, life }: Frame): HTMLElement {
  const title = element("h2", { class: "cover-title" });
  const words = element("p", {});
  const spinner = element("span", { class: "spinner", "aria-hidden": "true" });
  const box = element("div", { class: "cover", role: "status" }, spinner, title, words);
  const show = (room: Room | undefined) => {
    box.hidden = room !== undefined && isShowable(room);
    const state = room === undefined ? "empty" : room.picture.state === "failed" ? "failed" : "preparing";
    spinner.hidden = state !== "preparing";
    title.textContent = box.hidden ? "" : speaker.say(`notice.${state}_title`);
    words.textContent = box.hidden ? "" : speaker.say(`notice.${state}`);
  };
  tour.room.watch(life, show);
  return box;
}

/** Only what takes longer than a blink is worth a sign; the style sheet holds it back. */
function progress({ tour, life }: Frame): HTMLElement {
  const box = element("div", { class: "progress", "aria-hidden": "true" });
  tour.isBusy.watch(life, (isBusy) => box.toggleAttribute("data-busy", isBusy));
  return box;
}

/** Says to a screen reader where one has come to, and tells the browser's title. */
function announcer(frame: Frame): HTMLElement {
  const { tour, speaker, life } = frame;
  const box = element("p", { class: "unseen", role: "status" });
  let isFirst = true;
  tour.room.watch(life, (room) => {
    if (!room) return;
    const name = roomName(frame, room);
    const n = tour.rooms.findIndex(({ id }) => id === room.id) + 1;
    tour.panorama?.setLabel(speaker.say("picture", { room: name }));
    document.title = `${name} · ${tour.visit.get().name}`;
    if (!isFirst) box.textContent = speaker.say("announce_room", { room: name, n, total: tour.rooms.length });
    isFirst = false;
  });
  return box;
}
