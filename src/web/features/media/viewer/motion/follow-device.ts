import { Smartphone } from "lucide-react";
import { followDevice } from "#panorama/extras/gyroscope.ts";
import type { Panorama } from "#panorama/types.ts";
import type { Store } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";

interface Following {
  readonly following: Store<boolean>;
  /** Stops other motion, and returns a signal that lives as long as this one. */
  readonly begin: () => AbortSignal;
  readonly stop: () => void;
}

/** Turns the picture with the device. */
export function addFollowDevice(
  { speaker, tools, toast }: Frame,
  panorama: Panorama,
  { following, begin, stop }: Following,
): void {
  const follow = async (signal: AbortSignal) => {
    const follows = await followDevice(panorama, signal);
    if (follows || signal.aborted) return;
    stop();
    toast(speaker.say("motion.no_gyroscope"));
  };
  tools.offer({
    id: "gyroscope",
    order: 80,
    icon: Smartphone,
    label: speaker.say("motion.follow"),
    isPressed: following,
    press: () => {
      if (following.get()) stop();
      else void follow(begin());
    },
  });
}
