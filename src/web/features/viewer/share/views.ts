import "./views.css";
import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";
import { wordsOf } from "./words.ts";

const { heartbeat, idle } = limits.views;

/**
 * Counts this view and says beside the title how many there were. While the page is seen its heart beats every ten
 * seconds; who comes back after a minute begins a new view. Whatever fails here is nothing to a visitor.
 */
export function countViews(frame: Frame): void {
  const { tour, life } = frame;
  const show = countBesideTitle(frame);
  let session = "";
  /** Milliseconds for which the page was seen within this view, and since when it is. */
  let seen = 0;
  let since: number | null = null;
  let lastSign = Number.NEGATIVE_INFINITY;
  const isSeen = () => document.visibilityState === "visible";
  const now = () => performance.now();
  const total = () => seen + (since === null ? 0 : now() - since);

  async function begin(): Promise<void> {
    seen = 0;
    since = isSeen() ? now() : null;
    lastSign = now();
    const body = { visit_code: tour.visit.get().code };
    const begun = await call("POST /api/viewer-count/log-visit", { body }, { toast: false }).catch(
      () => null,
    );
    if (begun === null || life.aborted) return;
    session = begun.session;
    show(begun.count);
    // The first room is part of the view from its beginning.
    if (session !== "") await beat();
  }

  async function beat(isLast = false): Promise<void> {
    if (session === "") return;
    lastSign = now();
    const id_room = tour.room.get()?.id;
    const body = {
      visit_code: tour.visit.get().code,
      session,
      duration_seconds: Math.min(total() / 1000, 86_400),
      ...(id_room !== undefined && { id_room }),
    };
    const said = await call(
      "PUT /api/viewer-count/update-activity",
      { body },
      { toast: false, keepalive: isLast },
    ).catch(() => null);
    if (said !== null && !life.aborted) show(said.count);
  }

  function turn(): void {
    if (!isSeen()) {
      seen = total();
      since = null;
      void beat(true);
    } else if (now() - lastSign > idle) void begin();
    else since ??= now();
  }

  const timer = setInterval(() => {
    if (!isSeen()) return;
    // A machine that slept has been silent, whatever its clock of pages says.
    if (now() - lastSign > idle) void begin();
    else void beat();
  }, heartbeat);
  document.addEventListener("visibilitychange", turn, { signal: life });
  addEventListener("pagehide", () => void beat(true), { signal: life });
  // Another date of the same spot is another visit.
  let code = tour.visit.get().code;
  tour.visit.watch(life, (visit) => {
    if (visit.code === code) return;
    code = visit.code;
    session = "";
    if (isSeen()) void begin();
  });
  let room = tour.room.get()?.id;
  tour.room.watch(life, (next) => {
    if (next?.id === room) return;
    room = next?.id;
    void beat();
  });
  life.addEventListener("abort", () => clearInterval(timer));
  if (isSeen()) void begin();
}

/** A quiet figure after project and date; nothing until it is known. */
function countBesideTitle({ root, speaker }: Frame): (count: number) => void {
  const words = wordsOf(speaker.language);
  const figure = element("span", { class: "bar-views", hidden: true });
  root.querySelector(".bar-facts")?.append(figure);
  return (count) => {
    figure.hidden = count === 0;
    const text = words.count("views.count", count);
    figure.title = text;
    figure.replaceChildren(
      icon("eye"),
      element("span", { "aria-hidden": "true" }, String(count)),
      element("span", { class: "unseen" }, text),
    );
  };
}
