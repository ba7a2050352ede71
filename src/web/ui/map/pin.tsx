import { useMemo } from "react";
import type { Tone } from "../tone.ts";
import { useMap } from "./map-part.ts";
import { Marker, type MarkerProps } from "./marker.tsx";

export interface PinProps extends MarkerProps {
  tone: Tone;
}

/** Width and height of a pin, in pixels, and the position of its tip. */
export const PIN_SIZE = 24;
export const PIN_TIP = [12, 24] as const;

/** Full colours that work on any ground: text colours are paler on a dark page. */
const colors: Record<Tone, string> = {
  neutral: "text-ink-faint",
  accent: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
  note: "text-note",
};

/**
 * A drop with a white dot, its tip at the marked point: drawn inline, so that it appears even when nothing can be
 * fetched.
 */
export function Pin({ tone, ...props }: PinProps) {
  const { leaflet } = useMap();
  const icon = useMemo(
    () =>
      new leaflet.DivIcon({
        className: `map-pin ${colors[tone]}`,
        iconSize: [PIN_SIZE, PIN_SIZE],
        iconAnchor: [...PIN_TIP],
        html:
          `<svg width="${PIN_SIZE}" height="${PIN_SIZE}" viewBox="0 0 24 24" aria-hidden="true">` +
          '<path d="M12 24C10.6 21.6 4 14.6 4 8.4a8 8 0 1 1 16 0C20 14.6 13.4 21.6 12 24Z" fill="currentColor" stroke="white" stroke-width="1.5"/>' +
          '<circle cx="12" cy="8.4" r="3" fill="white"/></svg>',
      }),
    [leaflet, tone],
  );
  return <Marker {...props} icon={icon} />;
}
