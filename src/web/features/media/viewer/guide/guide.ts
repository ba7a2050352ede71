import type { GuidedTour } from "#contract/guided.ts";
import type { Direction, Marker } from "#panorama/types.ts";
import { createStore, type Store, watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import { rememberLead } from "./lead-session.ts";
import type { Message } from "./messages.ts";
import { forgetInvitation, showNotice } from "./notice.tsx";
import { showPanel } from "./panel.tsx";
import { openTourConnection, type TourConnection } from "./tour-connection.ts";

export interface Guide {
  readonly frame: Frame;
  readonly tour: GuidedTour;
  readonly line: TourConnection;
  /** Whether the view follows the host's. */
  readonly isFollowing: Store<boolean>;
  /** Whether the host points instead of turning. */
  readonly isPointing: Store<boolean>;
  readonly signal: AbortSignal;
  readonly leave: () => void;
}

/** Minimum milliseconds between two sent views; the eye sees them as one movement. */
const pause = 80;
const markId = "guide-point";

/** Leads or follows a guided tour until it ends; returns a signal that aborts with it. */
export function openGuide(frame: Frame, tour: GuidedTour): AbortSignal {
  const line = openTourConnection(tour);
  const own = new AbortController();
  const signal = AbortSignal.any([frame.signal, own.signal]);
  if (tour.is_host) rememberLead(tour);
  const guide: Guide = {
    frame,
    tour,
    line,
    signal,
    isFollowing: createStore(true),
    isPointing: createStore(false),
    leave: () => {
      forgetInvitation();
      own.abort();
    },
  };
  showPanel(guide);
  signal.addEventListener("abort", () => {
    // Only leaving ends it: another language rebuilds the interface, and the host continues.
    if (own.signal.aborted && tour.is_host) rememberLead(null);
    line.close(own.signal.aborted);
    showMark(frame, null);
  });
  watch(line.state, signal, (state) => {
    // A user who left needs no message.
    if (signal.aborted || (state !== "over" && state !== "lost")) return;
    forgetInvitation();
    showNotice(frame, frame.speaker.say(state === "lost" ? "guide.lost" : "guide.over"));
    own.abort();
  });
  if (tour.is_host) lead(guide);
  else follow(guide);
  return signal;
}

function lead({ frame, line, signal, isPointing }: Guide): void {
  const { panorama } = frame.tour;
  if (panorama === undefined) return;
  let point: Direction | null = null;
  const here = (): Message => ({
    is: "view",
    visit: frame.tour.visit.get().code,
    room: frame.tour.room.get()?.id ?? 0,
    ...panorama.view,
  });
  line.greetWith(() => [here(), { is: "point", at: point }]);
  const tellView = throttled(() => line.say(here()), signal);
  const tellPoint = throttled(() => line.say({ is: "point", at: point }), signal);
  const stopListening = panorama.on("view", tellView);
  signal.addEventListener("abort", stopListening);
  watch(frame.tour.room, signal, tellView);
  const pointAt = (at: Direction | null) => {
    point = at;
    showMark(frame, at);
    tellPoint();
  };
  panorama.element.addEventListener(
    "pointermove",
    (event) => {
      if (!isPointing.get()) return;
      const box = panorama.element.getBoundingClientRect();
      const { yaw, pitch } = panorama.directionAt(event.clientX - box.left, event.clientY - box.top);
      pointAt({ yaw, pitch });
    },
    { signal },
  );
  watch(isPointing, signal, (isOn) => {
    if (!isOn && point !== null) pointAt(null);
  });
}

function follow({ frame, line, signal, isFollowing }: Guide): void {
  const { tour, speaker } = frame;
  let last: Extract<Message, { is: "view" }> | undefined;
  let isElsewhere = false;

  const catchUp = async () => {
    if (last === undefined || !isFollowing.get()) return;
    const { visit, room: id, yaw, pitch, fov } = last;
    const room = tour.rooms.find((known) => known.id === id);
    if (visit !== tour.visit.get().code || room === undefined) {
      // Another date, or a new room: the viewer's own permissions decide whether it is visible.
      if (!isElsewhere) frame.toast(speaker.say("guide.elsewhere"));
      isElsewhere = true;
      return;
    }
    isElsewhere = false;
    if (tour.room.get()?.id !== id) await tour.go(room, { view: { yaw, pitch, fov } });
    // A loading picture opens with the view it was requested with; the host's newer view is applied afterwards.
    else if (!tour.isBusy.get()) await tour.panorama?.lookAt({ yaw, pitch, fov });
  };
  line.onMessage((message) => {
    if (message.is === "point") showMark(frame, message.at);
    if (message.is !== "view") return;
    last = message;
    void catchUp();
  });
  watch(isFollowing, signal, () => void catchUp());
  watch(tour.isBusy, signal, () => void catchUp());
  // Turning the picture stops following the host.
  const lookAround = () => isFollowing.set(false);
  for (const sign of ["pointerdown", "wheel", "keydown"] as const)
    tour.panorama?.element.addEventListener(sign, lookAround, { signal, passive: true });
}

/** Shows a ring at the host's pointer, on every screen. */
function showMark({ tour, speaker }: Frame, at: Direction | null): void {
  const others = tour.marks.get().filter(({ id }) => id !== markId);
  const known = tour.marks.get().find(({ id }) => id === markId);
  const body = known?.element ?? ring();
  const mark: Marker[] =
    at === null
      ? []
      : [
          {
            id: markId,
            ...at,
            label: speaker.say("guide.pointed"),
            className: ringClass,
            element: body,
          },
        ];
  tour.marks.set([...others, ...mark]);
}

/** Visible on light and on dark; not interactive. */
const ringClass =
  "pointer-events-none size-11 rounded-full border-3 border-north bg-north/18 shadow-[0_0_0_1.5px_var(--color-white),inset_0_0_0_1.5px_var(--color-white)]";

function ring(): HTMLButtonElement {
  const button = document.createElement("button");
  button.disabled = true;
  button.dataset["guidePoint"] = "";
  return button;
}

/** Calls at once, then not before the pause is over; then once more when calls were skipped. */
function throttled(act: () => void, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const run = () => {
    timer = undefined;
    if (!isWanted || signal.aborted) return;
    isWanted = false;
    act();
    timer = setTimeout(run, pause);
  };
  return () => {
    isWanted = true;
    if (timer === undefined) run();
  };
}
