import { watch } from "#web/lib/store.ts";
import "./panel.css";
import "./edit.css";
import type { Poi } from "#contract/viewer.ts";
import { element, icon } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import type { IconName } from "../icons.ts";
import { bindDates } from "./bind.ts";
import { attachMoving } from "./drag.ts";
import { Editing } from "./editing.ts";
import { addInfo, showInfo } from "./info.ts";
import { setNorth } from "./north.ts";
import { addWay, showWay } from "./way.ts";

/**
 * Turns the picture into a work sheet: points are chosen and moved instead of followed, and a bar offers what can be put
 * in. Returns what ends it; `ended` is told then, also when the interface goes.
 */
export function startEditing(frame: Frame, ended: () => void): () => void {
  const { tour, root } = frame;
  const own = new AbortController();
  const life = AbortSignal.any([frame.life, own.signal]);
  const editing = new Editing(frame, life);
  const bar = toolbar(editing, () => own.abort());
  root.setAttribute("data-editing", "");
  root.append(bar);
  tour.open(null);
  tour.taker.set((point) => choose(editing, point));
  void tour.askAsEditor(true);
  attachMoving(editing);
  listen(editing, () => own.abort());
  rememberEditing(true);
  life.addEventListener("abort", () => {
    bar.remove();
    root.removeAttribute("data-editing");
    tour.taker.set(null);
    // A change of language builds the interface anew, and the editor with it.
    if (!frame.life.aborted) {
      rememberEditing(false);
      void tour.askAsEditor(false);
    }
    ended();
  });
  return () => own.abort();
}

/** What a point lets one do. */
function choose(editing: Editing, point: Poi): void {
  const { tour } = editing.frame;
  if (point.kind === "snag") {
    editing.closePanel();
    tour.open(tour.opened.get()?.id === point.id ? null : point);
    return;
  }
  tour.open(null);
  if (point.kind === "link") showWay(editing, point);
  else showInfo(editing, point);
}

function toolbar(editing: Editing, done: () => void): HTMLElement {
  const { frame, words, life } = editing;
  const { tour } = frame;
  const start = (tool: () => Promise<void>) => () => {
    tour.open(null);
    tool().catch((error: unknown) => editing.failed(error));
  };
  const pin = async () => {
    editing.closePanel();
    const { pinSnag } = await import("./snag.ts");
    await pinSnag(frame);
  };
  const tool = (name: IconName, text: string, press: () => void) =>
    element(
      "button",
      { type: "button", class: "tool edit-tool", onclick: press },
      icon(name),
      element("span", {}, text),
    );
  const title = element("p", { class: "edit-title", dir: "auto" });
  watch(tour.room, life, (room) => {
    editing.closePanel();
    title.textContent = room ? words.say("bar", { room: roomName(frame, room) }) : "";
  });
  const { can } = tour.visit.get();
  return element(
    "div",
    { class: "plate edit-bar", role: "toolbar", "aria-label": frame.speaker.say("edit.start") },
    title,
    tool(
      "walk",
      words.say("tools.way"),
      start(() => addWay(editing)),
    ),
    tool(
      "info",
      words.say("tools.info"),
      start(() => addInfo(editing)),
    ),
    can["add_snag"] === true && tool("pin", words.say("tools.snag"), start(pin)),
    tool(
      "north",
      words.say("tools.north"),
      start(() => setNorth(editing)),
    ),
    tool(
      "dates",
      words.say("tools.dates"),
      start(() => bindDates(editing)),
    ),
    element("button", { type: "button", class: "button edit-done", onclick: done }, words.say("done")),
  );
}

/** Ctrl+Z takes back what was done last; Escape leaves when nothing is open. */
function listen(editing: Editing, done: () => void): void {
  const { frame, life } = editing;
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
    if (isTyping) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey) {
      event.preventDefault();
      editing.undoLast();
    } else if (
      event.key === "Escape" &&
      frame.root.querySelector("[role=dialog], dialog[open], [data-picking]") === null
    )
      done();
  };
  document.addEventListener("keydown", press, { signal: life });
}

function rememberEditing(isEditing: boolean): void {
  const url = new URL(location.href);
  if (isEditing) url.searchParams.set("edit", "1");
  else url.searchParams.delete("edit");
  history.replaceState(history.state, "", url);
}
