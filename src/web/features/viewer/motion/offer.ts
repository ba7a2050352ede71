import { RectangleGoggles, Rotate3d, Smartphone } from "lucide-react";
import { autoRotate } from "#panorama/extras/auto-rotate.ts";
import { followDevice, hasGyroscope } from "#panorama/extras/gyroscope.ts";
import { hasHeadset } from "#panorama/extras/headset.ts";
import type { Direction } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";

/** The picture turns by itself, or with the device. One ends the other: both at once would fight for it. */
export function offerMotion(frame: Frame): void {
  const { tour, speaker, life, tools } = frame;
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
  life.addEventListener("abort", stop, { once: true });
  const follow = async (signal: AbortSignal) => {
    const follows = await followDevice(panorama, signal);
    if (follows || signal.aborted) return;
    stop();
    frame.toast(speaker.say("motion.no_gyroscope"));
  };

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
        // Arabic is read the other way round, and looked at so.
        autoRotate(panorama, { speed: speaker.direction === "rtl" ? -4 : 4, signal: own.signal });
      },
    });
  if (hasGyroscope())
    tools.offer({
      id: "gyroscope",
      order: 80,
      icon: Smartphone,
      label: speaker.say("motion.follow"),
      isPressed: following,
      press: () => {
        const wasFollowing = following.get();
        stop();
        if (wasFollowing) return;
        following.set(true);
        void follow(own.signal);
      },
    });
  void offerHeadset(frame, stop);
}

/** Only where a headset is: the trigger walks to what one looks at. */
async function offerHeadset(frame: Frame, stop: () => void): Promise<void> {
  const { tour, speaker, life, tools } = frame;
  const { panorama } = tour;
  if (!(await hasHeadset()) || life.aborted || panorama === undefined) return;
  // Before it is offered: what is pressed must be entered at once.
  const vr = await import("#panorama/extras/vr.ts").catch(() => null);
  if (vr === null || life.aborted) return;
  tools.offer({
    id: "vr",
    order: 90,
    icon: RectangleGoggles,
    label: speaker.say("motion.vr"),
    press: () => {
      stop();
      vr.enterVr(panorama, { select: (gaze) => walkTo(frame, gaze) }).catch(() =>
        frame.toast(speaker.say("motion.vr_failed")),
      );
    },
  });
}

/** Degrees from where one looks within which a way is meant. */
const meantWithin = 25;

/** Along the way that is nearest to the gaze; to the next room where there is none. */
function walkTo({ tour }: Frame, gaze: Direction): void {
  const ways = tour.points.get().filter(({ kind }) => kind === "link");
  const distance = ({ yaw, pitch }: Direction) =>
    Math.hypot(((yaw - gaze.yaw + 540) % 360) - 180, (pitch - gaze.pitch) / 2);
  const [nearest] = ways.toSorted((a, b) => distance(a) - distance(b));
  const isMeant = nearest !== undefined && distance(nearest) <= meantWithin;
  const room = isMeant ? tour.rooms.find(({ id }) => id === nearest.id_room) : tour.neighbour(1);
  if (room) void tour.go(room);
}
