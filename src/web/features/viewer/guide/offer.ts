import { ApiError, call } from "#web/lib/client.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";
import { createSignal } from "../signal.ts";

/** The address says which tour somebody was invited to. */
const parameter = "guide";
const running = createSignal(false);

/** Members can lead others through a visit; whoever comes by an invitation is asked to follow. */
export function offerGuide(frame: Frame): void {
  const { tour, speaker, tools, life } = frame;
  if (tour.panorama === undefined || frame.isEmbedded) return;
  const code = new URLSearchParams(location.search).get(parameter);
  if (code !== null && !running.get()) invite(frame, code);
  const { id_visit, can } = tour.visit.get();
  if (id_visit === null || can["guide"] !== true || code !== null) return;
  const isOn = createSignal(false);
  tools.offer({
    id: "guide",
    order: 65,
    icon: "people",
    label: speaker.say("guide.begin"),
    isPressed: isOn,
    press: () => {
      if (isOn.get()) return;
      isOn.set(true);
      const over = () => isOn.set(false);
      const lead = async () => {
        const ends = await start(frame, () => call("POST /api/guided-tours", { body: { id_visit } }));
        if (ends === null) over();
        else ends.addEventListener("abort", over, { once: true });
      };
      void lead();
    },
  });
  life.addEventListener("abort", () => isOn.set(false), { once: true });
}

/** A press lets the browser play what is said, so nobody is drawn in without one. */
function invite(frame: Frame, code: string): void {
  const { speaker, root, life } = frame;
  const join = element(
    "button",
    { type: "button", class: "button", "data-look": "strong", onclick: () => void follow() },
    speaker.say("guide.join"),
  );
  const plate = element(
    "section",
    { class: "plate guide-invitation", "aria-label": speaker.say("guide.title") },
    element("p", {}, speaker.say("guide.invitation")),
    element(
      "div",
      { class: "guide-choice" },
      join,
      element(
        "button",
        { type: "button", class: "button", onclick: () => plate.remove() },
        speaker.say("guide.alone"),
      ),
    ),
  );
  const follow = async () => {
    join.disabled = true;
    const ends = await start(frame, () => call("GET /api/guided-tours/{code}", { params: { code } }));
    if (ends === null) join.disabled = false;
    else plate.remove();
  };
  void import("./guide.css");
  root.append(plate);
  life.addEventListener("abort", () => plate.remove(), { once: true });
}

/** Returns what ends with the tour; null when it could not begin, which was said then. */
async function start(
  frame: Frame,
  ask: () => Promise<Parameters<typeof import("./guide.ts").openGuide>[1]>,
): Promise<AbortSignal | null> {
  try {
    const tour = await ask();
    const { openGuide } = await import("./guide.ts");
    return openGuide(frame, tour);
  } catch (error) {
    const isOver = error instanceof ApiError && error.status === 404;
    frame.toast(frame.speaker.say(isOver ? "guide.gone" : "guide.failed"));
    return null;
  }
}
