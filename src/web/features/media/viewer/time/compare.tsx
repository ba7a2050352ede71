import { createPortal } from "react-dom";
import type { Moment } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { createStore, watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import { type Compared, type Mode, type Side, writeComparison } from "./address.ts";
import { CompareBar } from "./compare-bar.tsx";
import { FadeHandle, WipeHandle } from "./compare-handles.tsx";
import type { DateState } from "./date-state.ts";
import { goTo } from "./go-to.ts";
import { type Beside, OtherSide } from "./other-side.ts";
import { OtherWays } from "./other-ways.tsx";
import { SideLabel } from "./side-label.tsx";
import { ViewLock } from "./view-lock.ts";
import { noOffset } from "./view-offset.ts";
import "./compare.css";

/**
 * The link's comparison; without one, the second picture is the preceding date, or the following one for the first
 * date.
 */
export type CompareWish = Compared;

/** State shared by the parts of a comparison. */
export interface Comparison {
  readonly frame: Frame;
  readonly place: DateState;
  readonly mode: ReturnType<typeof createStore<Mode>>;
  /** Side of the first picture. */
  readonly side: Side;
  readonly lock: ViewLock;
  readonly other: OtherSide;
  /** Visible share of the picture at the start, 0 to 100, in wipe and fade. */
  readonly share: ReturnType<typeof createStore<number>>;
  readonly signal: AbortSignal;
  readonly close: () => void;
}

const writeAfterMs = 300;

/** Opens a second date beside the one on the screen, whose picture and engine stay as they are. */
export async function openComparison(
  frame: Frame,
  place: DateState,
  wish: CompareWish | null,
  left: () => void,
): Promise<void> {
  const { tour, speaker, root } = frame;
  const own = new AbortController();
  const signal = AbortSignal.any([frame.signal, own.signal]);
  const first = tour.panorama;
  const target = wish ?? (await neighbour(frame, place));
  const main = first?.element.parentElement;
  if (!first || !main || target === null || frame.signal.aborted) return left();

  const [box, pane] = [document.createElement("section"), document.createElement("div")];
  box.className = "pointer-events-none fixed inset-0 z-1 *:pointer-events-auto";
  box.setAttribute("aria-label", speaker.say("compare.label"));
  pane.className = "compare-stage absolute inset-0 bg-canvas";
  box.append(pane);
  main.after(box);
  const side = target.side;
  const mode = createStore<Mode>(wish?.mode ?? "split");
  root.dataset["side"] = side;
  let other: OtherSide;
  try {
    const walked = (beside: Beside) => void followToFirst(comparison, beside);
    other = new OtherSide({ stage: pane, dates: place.dates, view: first.view, signal, walked });
  } catch {
    box.remove();
    frame.toast(speaker.say("compare.no_room"));
    return left();
  }
  const lock = new ViewLock(first, other.panorama, signal);
  lock.isOn.set(wish?.isLocked ?? true);
  lock.offset.set(wish?.offset ?? noOffset);
  const comparison: Comparison = {
    frame,
    place,
    mode,
    side,
    lock,
    other,
    share: createStore(50),
    signal,
    close: () => {
      own.abort();
      history.replaceState(history.state, "", writeComparison(location.href, null));
      document.querySelector<HTMLElement>("#viewer-compare")?.focus({ preventScroll: true });
    },
  };
  signal.addEventListener("abort", () => {
    frame.mount("compare", null);
    box.remove();
    delete root.dataset["comparing"];
    delete root.dataset["side"];
    left();
  });
  watch(mode, signal, (now) => (root.dataset["comparing"] = now));
  root.toggleAttribute("data-idle", false);
  frame.mount("compare", createPortal(<Parts comparison={comparison} pane={pane} />, box));
  tellViews(comparison, main, pane);
  keepAddress(comparison);
  const visit = await place.dates.visit(target.code).catch(() => null);
  const room = visit?.rooms.find(({ id }) => id === target.id_room);
  const north = room?.has_north === false ? undefined : room?.north;
  const isThere = await other.show(target, lock.viewOfSecond(north));
  if (!isThere && !signal.aborted) {
    frame.toast(speaker.say("compare.failed"));
    return comparison.close();
  }
  lock.align();
  // For unlocked views, the link gives the offset between them.
  if (wish !== null && !wish.isLocked) lock.restore(wish.offset);
  followFirst(comparison);
  offerToKeep(comparison);
}

/** The interface over the two pictures. */
function Parts({ comparison, pane }: { comparison: Comparison; pane: HTMLElement }) {
  const { side, other } = comparison;
  return (
    <>
      <OtherWays other={other} />
      <CompareBar comparison={comparison} />
      <SideLabel comparison={comparison} side={side} which="first" />
      <SideLabel comparison={comparison} side={side === "start" ? "end" : "start"} which="second" />
      <WipeHandle comparison={comparison} pane={pane} />
      <FadeHandle comparison={comparison} pane={pane} />
    </>
  );
}

/** Two rooms that are not joined were compared by hand: an editor can join them for everyone. */
function offerToKeep({ frame, place, other, signal }: Comparison): void {
  const { tour, speaker } = frame;
  const [room, beside] = [tour.room.get(), other.beside.get()];
  const id_visit = beside?.visit.id_visit ?? null;
  const isJoined = place.moments.get().some(({ id_room }) => id_room === beside?.room.id);
  if (!room || !beside || id_visit === null || isJoined || tour.visit.get().can["edit"] !== true) return;
  const keep = async () => {
    const body = { id_room: room.id, id_visit, id_target_room: beside.room.id };
    try {
      await call("PUT /api/visits/bind-hotspot", { body }, { toast: false });
      place.dates.forget();
      const moments = await place.dates.of(room.id);
      if (signal.aborted || tour.room.get()?.id !== room.id) return;
      place.moments.set(moments);
      frame.toast(speaker.say("pick_other.kept"));
    } catch {
      frame.toast(speaker.say("compare.failed"));
    }
  };
  frame.toast(speaker.say("pick_other.same"), {
    label: speaker.say("pick_other.keep"),
    press: () => void keep(),
  });
}

/** The preceding date, at the start, or the following one, at the end. */
async function neighbour(
  { tour }: Frame,
  place: DateState,
): Promise<(Pick<Moment, "code" | "id_room"> & { side: Side }) | null> {
  const room = tour.room.get();
  if (room === undefined) return null;
  const moments = await place.dates.of(room.id);
  const at = moments.findIndex(({ id_room }) => id_room === room.id);
  const [before, after] = [moments[at - 1], moments[at + 1]];
  if (at >= 0 && before) return { ...before, side: "end" };
  return at >= 0 && after ? { ...after, side: "start" } : null;
}

/** When the first picture moves to another room, the second follows to the same spot on its own date, where it has one. */
function followFirst({ frame, place, other, signal }: Comparison): void {
  const { tour, speaker } = frame;
  const follow = async (room: Room, { visit }: Beside) => {
    const moments = await place.dates.of(room.id);
    if (signal.aborted || tour.room.get()?.id !== room.id) return;
    const counterpart = moments.find(({ code }) => code === visit.code);
    if (counterpart?.id_room === other.beside.get()?.room.id) return;
    if (counterpart) await other.show(counterpart);
    else frame.toast(speaker.say("compare.alone", { date: speaker.date(visit.visit_date) }));
  };
  let before = tour.room.get()?.id;
  watch(tour.room, signal, (room) => {
    const beside = other.beside.get();
    if (room === undefined || room.id === before || beside === null) return;
    before = room.id;
    void follow(room, beside);
  });
}

async function followToFirst({ frame, place, signal }: Comparison, { room }: Beside): Promise<void> {
  const { tour, speaker } = frame;
  const first = tour.visit.get();
  const moments = await place.dates.of(room.id);
  if (signal.aborted) return;
  const counterpart = moments.find(({ code }) => code === first.code);
  if (counterpart) void goTo(frame, place, counterpart);
  else frame.toast(speaker.say("compare.alone", { date: speaker.date(first.visit_date) }));
}

/** Publishes both views, by compass and in the picture, as data attributes for observers of the page. */
function tellViews({ frame, other, signal }: Comparison, main: HTMLElement, pane: HTMLElement): void {
  const first = frame.tour.panorama;
  for (const [panorama, stage] of [
    [first, main],
    [other.panorama, pane],
  ] as const) {
    if (!panorama) continue;
    const tell = () => {
      const { yaw, pitch, fov } = panorama.view;
      const bearing = (((yaw - (panorama.source?.north ?? 0)) % 360) + 360) % 360;
      stage.dataset["bearing"] = bearing.toFixed(2);
      stage.dataset["yaw"] = yaw.toFixed(2);
      stage.dataset["pitch"] = pitch.toFixed(2);
      stage.dataset["fov"] = fov.toFixed(2);
    };
    const stops = [panorama.on("view", tell), panorama.on("ready", tell)];
    tell();
    signal.addEventListener("abort", () => {
      for (const stop of stops) stop();
      for (const name of ["bearing", "yaw", "pitch", "fov"]) delete stage.dataset[name];
    });
  }
}

/** A link to the view includes the comparison. */
function keepAddress({ mode, side, lock, other, signal }: Comparison): void {
  let timer = 0;
  const write = () => {
    const beside = other.beside.get();
    if (beside === null || signal.aborted) return;
    const compared: Compared = {
      mode: mode.get(),
      code: beside.visit.code,
      id_room: beside.room.id,
      side,
      isLocked: lock.isOn.get(),
      offset: lock.offset.get(),
    };
    history.replaceState(history.state, "", writeComparison(location.href, compared));
  };
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, writeAfterMs);
  };
  watch(mode, signal, write);
  watch(lock.isOn, signal, write);
  watch(other.beside, signal, write);
  watch(lock.offset, signal, soon);
  signal.addEventListener("abort", () => clearTimeout(timer));
}
