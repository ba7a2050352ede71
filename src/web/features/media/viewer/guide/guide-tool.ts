import { Users } from "lucide-react";
import type { GuidedTour } from "#contract/guided.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { createStore } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import type { Notice } from "./notice.tsx";

/** Milliseconds between two checks for an absent host. */
const lookEvery = 5_000;

/** Lets members lead others through a visit; asks guests with an invitation to follow. */
export function addGuideTool(frame: Frame): void {
  const { tour, speaker, tools, signal } = frame;
  if (tour.panorama === undefined || frame.isEmbedded) return;
  const code = new URLSearchParams(location.search).get("guide");
  if (code !== null) void invite(frame, code).catch(() => frame.toast(speaker.say("guide.failed")));
  const { id_visit, can } = tour.visit.get();
  if (id_visit === null || can["guide"] !== true || code !== null) return;
  const isOn = createStore(false);
  const over = () => isOn.set(false);
  const lead = async (ask: () => Promise<GuidedTour>) => {
    if (isOn.get()) return;
    isOn.set(true);
    const ends = await start(frame, ask);
    if (ends === null) over();
    else ends.addEventListener("abort", over, { once: true });
  };
  tools.offer({
    id: "guide",
    order: 65,
    icon: Users,
    label: speaker.say("guide.begin"),
    isPressed: isOn,
    press: () => void lead(() => begin(id_visit)),
  });
  // A reload continues the tour that this tab leads.
  void import("./lead-session.ts").then(
    async ({ recallLead }) => {
      const led = await recallLead();
      if (led !== null && !signal.aborted) await lead(() => Promise.resolve(led));
      return undefined;
    },
    () => undefined,
  );
  signal.addEventListener("abort", () => isOn.set(false), { once: true });
}

/**
 * Joining takes a press, which also lets the browser play audio. When the host is absent a notice says so, and the
 * offer follows once the tour resumes.
 */
async function invite(frame: Frame, code: string): Promise<void> {
  const { speaker, signal } = frame;
  const [{ showNotice, forgetInvitation }, { isHostThere }] = await Promise.all([
    import("./notice.tsx"),
    import("./peer.ts"),
  ]);
  let notice: Notice | undefined;
  const isWanted = () => !signal.aborted && (notice?.isOpen() ?? true);
  while (isWanted()) {
    const tour = await ask(code);
    if (!isWanted()) return;
    if (tour === null) {
      forgetInvitation();
      notice?.close();
      return frame.toast(speaker.say("guide.gone"));
    }
    if (await isHostThere(tour)) break;
    if (isWanted()) notice ??= showNotice(frame, speaker.say("guide.absent"));
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
  if (!isWanted()) return;
  const invitation = showNotice(frame, speaker.say("guide.invitation"), async () => {
    const ends = await start(frame, () => call("GET /api/guided-tours/{code}", { params: { code } }));
    if (ends !== null) invitation.close();
    return ends !== null;
  });
}

/** Null when the tour can no longer be followed; retried while there is no connection. */
async function ask(code: string): Promise<GuidedTour | null> {
  for (;;) {
    try {
      return await call("GET /api/guided-tours/{code}", { params: { code } }, { toast: false });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
    }
  }
}

async function begin(id_visit: number): Promise<GuidedTour> {
  const tour = await call("POST /api/guided-tours", { body: { id_visit } });
  const { holdLead } = await import("./lead-session.ts");
  await holdLead(tour);
  return tour;
}

/** Returns a signal that aborts with the tour; null when it could not begin, after a message. */
async function start(frame: Frame, ask: () => Promise<GuidedTour>): Promise<AbortSignal | null> {
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
