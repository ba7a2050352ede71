import { Rotate3d } from "lucide-react";
import { hasGyroscope } from "#panorama/extras/has-gyroscope.ts";
import { hasHeadset } from "#panorama/extras/headset.ts";
import type { Panorama } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";

/** The picture turns by itself, or with the device. One ends the other: both at once would fight for it. */
export function addMotionTool(frame: Frame): void {
  const { tour, speaker, signal, tools } = frame;
  const { panorama } = tour;
  if (panorama === undefined) return;
  const turning = createStore(false);
  const following = createStore(false);
  let own = new AbortController();
  const stop = () => {
    own.abort();
    own = new AbortController();
    turning.set(false);
    following.set(false);
  };
  signal.addEventListener("abort", stop, { once: true });
  // Who asked for less motion is not offered what moves by itself.
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
    tools.offer({
      id: "auto-rotate",
      order: 70,
      icon: Rotate3d,
      label: speaker.say("motion.turn"),
      isPressed: turning,
      press: () => {
        const wasTurning = turning.get();
        stop();
        if (wasTurning) return;
        turning.set(true);
        void turn(frame, panorama, own.signal).catch(stop);
      },
    });
  if (hasGyroscope()) {
    const begin = () => {
      stop();
      following.set(true);
      return own.signal;
    };
    // Before it is offered: iPhones must be asked within the press.
    void import("./follow-device.ts").then(
      (part) => signal.aborted || part.addFollowDevice(frame, panorama, { following, begin, stop }),
      () => undefined,
    );
  }
  void lookForHeadset(frame, stop);
}

/** Fetched at the press. Arabic is read the other way round, and looked at so. */
async function turn({ speaker }: Frame, panorama: Panorama, signal: AbortSignal): Promise<void> {
  const { autoRotate } = await import("#panorama/extras/auto-rotate.ts");
  if (!signal.aborted) autoRotate(panorama, { speed: speaker.direction === "rtl" ? -4 : 4, signal });
}

/** What it takes is fetched only where one is. */
async function lookForHeadset(frame: Frame, stop: () => void): Promise<void> {
  if (!(await hasHeadset()) || frame.signal.aborted) return;
  const headset = await import("./headset.ts").catch(() => null);
  if (!frame.signal.aborted) headset?.offerHeadset(frame, stop);
}
