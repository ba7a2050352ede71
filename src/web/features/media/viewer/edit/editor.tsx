import "./edit.css";
import type { Poi } from "#contract/viewer.ts";
import { watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";
import { attachMoving } from "./drag.ts";
import { EditBar } from "./edit-bar.tsx";
import { EditLayer } from "./edit-layer.tsx";
import { Editing } from "./editing.ts";
import { showInfo } from "./info.tsx";
import { showWay } from "./way.tsx";

/** Loads the texts that `startEditing` needs. */
export const prepareEditing = ({ speaker }: Frame): Promise<void> => fetchTexts(speaker, "common", "tour");

/**
 * Turns the picture into an editor: points are selected and moved instead of followed, and a bar offers what can be
 * added. Returns a function that ends it; `ended` is called then, also when the interface is rebuilt.
 */
export function startEditing(frame: Frame, ended: () => void): () => void {
  const { tour, root } = frame;
  const own = new AbortController();
  const signal = AbortSignal.any([frame.signal, own.signal]);
  const editing = new Editing(frame, signal);
  const done = () => own.abort();
  root.setAttribute("data-editing", "");
  frame.mount(
    "edit",
    <EditLayer editing={editing}>
      <EditBar editing={editing} onDone={done} />
    </EditLayer>,
  );
  tour.open(null);
  tour.taker.set((point) => choose(editing, point));
  void tour.askAsEditor(true);
  watch(tour.room, signal, () => editing.close());
  attachMoving(editing);
  listen(editing, done);
  rememberEditing(true);
  signal.addEventListener("abort", () => {
    frame.mount("edit", null);
    root.removeAttribute("data-editing");
    tour.taker.set(null);
    // A change of language rebuilds the interface, and the editor with it.
    if (!frame.signal.aborted) {
      rememberEditing(false);
      void tour.askAsEditor(false);
    }
    ended();
  });
  return done;
}

/** Opens the card of a point. */
function choose(editing: Editing, point: Poi): void {
  const { tour } = editing.frame;
  if (point.kind === "snag") {
    editing.close();
    tour.open(tour.opened.get()?.id === point.id ? null : point);
    return;
  }
  tour.open(null);
  if (point.kind === "link") showWay(editing, point);
  else showInfo(editing, point);
}

/** Ctrl+Z undoes the last change; Escape leaves when nothing is open. */
function listen(editing: Editing, done: () => void): void {
  const { frame, signal } = editing;
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
    if (isTyping) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey) {
      event.preventDefault();
      editing.undoLast();
    } else if (event.key === "Escape" && frame.root.querySelector("[role=dialog], dialog[open]") === null)
      done();
  };
  document.addEventListener("keydown", press, { signal });
}

function rememberEditing(isEditing: boolean): void {
  const url = new URL(location.href);
  if (isEditing) url.searchParams.set("edit", "1");
  else url.searchParams.delete("edit");
  history.replaceState(history.state, "", url);
}
