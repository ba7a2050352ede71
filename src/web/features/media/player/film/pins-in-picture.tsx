import { MessageSquare } from "lucide-react";
import { useMemo } from "react";
import type { Panorama } from "#panorama/types.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { type PanoramaMarker, PanoramaMarkers } from "#web/ui/panorama-markers.tsx";
import { useVideo } from "../use-video.ts";
import type { Film } from "./film.ts";
import type { Pin } from "./pin.ts";

/** A pin is shown in the picture this many seconds before and after its own time. */
const pinSpan = 3;
const timeEvents = ["timeupdate", "seeking", "seeked"] as const;

interface PinsInPictureProps {
  film: Film;
  panorama: Panorama;
  pins: readonly Pin[];
  onPin: (pin: Pin) => void;
}

/** The pins near the current time, drawn in the picture in their direction. */
export function PinsInPicture({ film, panorama, pins, onPin }: PinsInPictureProps) {
  const isNear = ({ seconds, yaw }: Pin) => yaw !== null && Math.abs(seconds - film.seconds) <= pinSpan;
  // Renders when the set of near pins changes, not on every time update.
  const near = useVideo(film.video, timeEvents, () =>
    pins
      .filter(isNear)
      .map(({ id }) => id)
      .join(),
  );
  const markers = useMemo(() => {
    const wanted = new Set(near.split(","));
    return pins.filter(({ id }) => wanted.has(String(id))).map(markerOf);
  }, [pins, near]);
  return (
    <PanoramaMarkers
      panorama={panorama}
      markers={markers}
      onPress={(id) => {
        const pin = pins.find((one) => String(one.id) === id);
        if (pin) onPin(pin);
      }}
    />
  );
}

const markerOf = ({ id, yaw, pitch, label, isResolved }: Pin): PanoramaMarker => ({
  id: String(id),
  yaw: yaw ?? 0,
  pitch: pitch ?? 0,
  label,
  className: "h-13 w-11 cursor-pointer",
  anchor: [0.5, 1],
  // A drop whose tip points at the direction.
  content: (
    <span
      className={cx(
        "absolute start-1 top-0.5 grid size-9 -rotate-45 place-items-center rounded-[50%_50%_50%_4px] text-black shadow-float",
        isResolved === true ? "bg-ink-muted" : "bg-warn",
      )}
    >
      <Icon of={MessageSquare} className="rotate-45" />
    </span>
  ),
});
