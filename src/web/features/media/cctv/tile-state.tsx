import { useEffect, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import type { CameraTileState } from "#web/features/media/player/camera/camera-tile.tsx";
import { useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { stateText } from "./camera-looks.ts";

export interface TileStateProps {
  camera: Camera;
  state: CameraTileState;
  /** When the displayed still was loaded, by this device's clock. */
  stillAt: number | null;
  className?: string;
}

/** Freshness of a picture, on top of it: live, its age, or that none arrives. Colour, shape and text say the same. */
export function TileState({ camera, state, stillAt, className }: TileStateProps) {
  const t = useText();
  const format = useFormat();
  const now = useSeconds(state === "still" || state === "down");
  const isGone = camera.state === "down" || camera.state === "refused";
  const kind = state === "live" ? "live" : state === "down" || isGone ? "down" : state;
  const age = stillAt === null ? "" : ageText(now - stillAt, t);
  const words =
    kind === "live"
      ? t("cctv.wall.live")
      : kind === "down"
        ? isGone
          ? stateText(camera, t, format)
          : t("cctv.wall.failed")
        : kind === "still"
          ? age
          : t("cctv.wall.starting");
  return (
    <span
      data-state={kind}
      className={cx(
        "inline-flex h-6 max-w-full items-center gap-1.5 rounded-full bg-black/60 px-2.5 text-xs font-strong whitespace-nowrap text-white tabular-nums",
        className,
      )}
    >
      <span
        aria-hidden
        className={cx(
          "size-2 shrink-0",
          kind === "live" && "rounded-full bg-on-live",
          kind === "still" && "rounded-full bg-on-ok",
          kind === "connecting" && "rounded-full border-2 border-white/70",
          kind === "down" && "rotate-45 bg-on-warn",
        )}
      />
      <span className="truncate">
        {words}
        {kind === "down" && age !== "" && ` · ${age}`}
      </span>
    </span>
  );
}

/** The current time, updated once a second while needed. */
function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const first = setTimeout(() => setNow(Date.now()));
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isRunning]);
  return now;
}

export function ageText(milliseconds: number, t: Translate): string {
  const seconds = Math.max(Math.floor(milliseconds / 1000), 0);
  if (seconds < 3) return t("cctv.wall.age_now");
  return seconds < 60
    ? t("cctv.wall.age_seconds", { n: seconds })
    : t("cctv.wall.age_minutes", { n: Math.floor(seconds / 60) });
}
