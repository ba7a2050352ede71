import { Film } from "lucide-react";
import { translate } from "#web/lib/words-on-screen.ts";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";
import "./timelapse-texts.ts";

const parameter = "timelapse";

/** Offers a video of the spot over its dates, to members who may add videos. A link with `timelapse` opens it. */
export function addTimelapseTool(frame: Frame): void {
  const { tour, tools, signal, speaker } = frame;
  const { id_project, can } = tour.visit.get();
  if (id_project === null || can["timelapse"] !== true || frame.isEmbedded) return;
  const open = async () => {
    const [room, view] = [tour.room.get(), tour.panorama?.view];
    if (room === undefined || view === undefined) return;
    const { openTimelapse } = await import("./timelapse-dialog.tsx");
    await fetchTexts(speaker, "spot_timelapses", "errors", "tour");
    if (!signal.aborted) openTimelapse(frame, { id_project, room, view });
  };
  const press = () => void open().catch(() => frame.toast(speaker.say("points.failed")));
  const offer = async () => {
    await fetchTexts(speaker, "spot_timelapses");
    if (signal.aborted) return;
    tools.offer({
      id: "timelapse",
      order: 50,
      icon: Film,
      label: translate.get()("spot_timelapses.title"),
      press,
    });
    if (new URLSearchParams(location.search).has(parameter)) press();
  };
  void offer().catch(() => undefined);
}

/** Takes the link's request out of the address: after a reload the dialog stays closed. */
export function leaveAddress(): void {
  const url = new URL(location.href);
  url.searchParams.delete(parameter);
  history.replaceState(history.state, "", url);
}
