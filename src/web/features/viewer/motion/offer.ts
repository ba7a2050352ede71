import { autoRotate } from "#panorama/extras/auto-rotate.ts";
import { followDevice, hasGyroscope } from "#panorama/extras/gyroscope.ts";
import type { Frame } from "../frame.ts";
import { createSignal } from "../signal.ts";

/** The picture turns by itself, or with the device. One ends the other: both at once would fight for it. */
export function offerMotion(frame: Frame): void {
  const { tour, speaker, life, tools } = frame;
  const { panorama } = tour;
  if (panorama === undefined) return;
  const turning = createSignal(false);
  const following = createSignal(false);
  let own = new AbortController();
  const stop = () => {
    own.abort();
    own = new AbortController();
    turning.set(false);
    following.set(false);
  };
  life.addEventListener("abort", stop, { once: true });

  // Who asked for less motion is not offered what moves by itself.
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
    tools.offer({
      id: "auto-rotate",
      order: 70,
      icon: "rotate",
      label: speaker.say("motion.turn"),
      isPressed: turning,
      press: () => {
        const wasTurning = turning.get();
        stop();
        if (wasTurning) return;
        turning.set(true);
        // Arabic is read the other way round, and looked at so.
        autoRotate(panorama, { speed: speaker.direction === "rtl" ? -4 : 4, signal: own.signal });
      },
    });
  if (hasGyroscope())
    tools.offer({
      id: "gyroscope",
      order: 80,
      icon: "device",
      label: speaker.say("motion.follow"),
      isPressed: following,
      press: () => {
        const wasFollowing = following.get();
        stop();
        if (wasFollowing) return;
        following.set(true);
        const { signal } = own;
        void followDevice(panorama, signal).then((follows) => {
          if (follows || signal.aborted) return;
          stop();
          frame.toast(speaker.say("motion.no_gyroscope"));
        });
      },
    });
}
