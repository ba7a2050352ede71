import { useLayoutEffect, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { bearingOf, compassPointOf } from "../bearing.ts";
import { useFrame } from "../frame.ts";
import type { Tour } from "../tour.ts";

/** Yaw of north in the picture on the screen: during a transition that is still the former room's. */
const northOf = ({ panorama, room }: Tour) => panorama?.source?.north ?? room.get()?.north ?? 0;

const isKnown = ({ panorama, room }: Tour) =>
  panorama?.source ? panorama.source.north !== undefined : room.get()?.has_north !== false;

/** A needle to north, where it is known. A press turns the view there. */
export function Compass() {
  const t = useText();
  const { tour } = useFrame();
  const { panorama } = tour;
  const button = useRef<HTMLButtonElement>(null);
  const dial = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    let spoken = "";
    // Runs with every frame of a turn, so it bypasses React.
    const turn = () => {
      const [own, rose] = [button.current, dial.current];
      if (own === null || rose === null) return;
      // An unknown north is hidden.
      own.style.display = isKnown(tour) ? "" : "none";
      const bearing = bearingOf(panorama?.view.yaw ?? 0, northOf(tour));
      rose.style.rotate = `${-bearing}deg`;
      const point = compassPointOf(bearing);
      // The accessible name changes eight times a turn, not sixty times a second.
      if (point === spoken) return;
      spoken = point;
      own.title = t("viewer.compass.face_north", { direction: t(`viewer.compass.directions.${point}`) });
      own.setAttribute("aria-label", own.title);
    };
    const stops = [panorama?.on("view", turn), panorama?.on("ready", turn)];
    turn();
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [tour, panorama, t]);
  return (
    <button
      ref={button}
      type="button"
      onClick={() => void panorama?.lookAt({ yaw: northOf(tour) }, { animate: true })}
      className="relative h-10 min-w-10 cursor-default rounded-[8px] transition-colors hover:bg-glass-hover pressed:bg-glass-press touch:h-11 touch:min-w-11"
    >
      <svg
        ref={dial}
        viewBox="0 0 44 44"
        aria-hidden
        className="absolute inset-0 m-auto size-10.5 fill-current"
      >
        {/* Open at the top, for the letter. */}
        <circle
          cx="22"
          cy="22"
          r="15.5"
          strokeWidth="1.25"
          strokeDasharray="82 15.4"
          strokeDashoffset="16.7"
          className="fill-none stroke-white/40"
        />
        <path className="fill-north" d="m22 12.5 4.6 9.5h-9.2z" />
        <path className="fill-white/70" d="m22 31.5 4.6-9.5h-9.2z" />
        <text x="22" y="10" textAnchor="middle" className="text-[9.5px] font-bold lang-ar:text-[8px]">
          {t("viewer.compass.north_letter")}
        </text>
      </svg>
    </button>
  );
}
