import { Rotate3d } from "lucide-react";
import { hasGyroscope } from "#panorama/extras/has-gyroscope.ts";
import { hasHeadset } from "#panorama/extras/headset.ts";
import type { Panorama } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";

/** Turns the picture by itself, or with the device. Each ends the other: both at once would conflict. */
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
  // Automatic motion is not offered to users who prefer reduced motion.
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
    // Loaded before it is offered: iPhones require the permission request within the press.
    void import("./follow-device.ts").then(
      (part) => signal.aborted || part.addFollowDevice(frame, panorama, { following, begin, stop }),
      () => undefined,
    );
  }
  void lookForHeadset(frame, stop);
}

/** Loaded on the press. In Arabic it turns the other way, with the reading direction. */
async function turn({ speaker }: Frame, panorama: Panorama, signal: AbortSignal): Promise<void> {
  const { autoRotate } = await import("#panorama/extras/auto-rotate.ts");
  if (!signal.aborted) autoRotate(panorama, { speed: speaker.direction === "rtl" ? -4 : 4, signal });
}

/** Its code is loaded only where a headset exists. */
async function lookForHeadset(frame: Frame, stop: () => void): Promise<void> {
  if (!(await hasHeadset()) || frame.signal.aborted) return;
  const headset = await import("./headset.ts").catch(() => null);
  if (!frame.signal.aborted) headset?.offerHeadset(frame, stop);
}
