import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Marker, Panorama } from "#panorama/types.ts";
import { useLatest } from "#web/lib/use-latest.ts";

export interface PanoramaMarker extends Omit<Marker, "element"> {
  readonly content: ReactNode;
}

interface PanoramaMarkersProps {
  panorama: Panorama;
  /** The same array as long as its content has not changed. */
  markers: readonly PanoramaMarker[];
  onPress: (id: string) => void;
}

/** The markers of a panorama: the engine positions their buttons at every frame, React renders their content. */
export function PanoramaMarkers({ panorama, markers, onPress }: PanoramaMarkersProps) {
  const [buttons] = useState(() => new Map<string, HTMLButtonElement>());
  const latest = useLatest(onPress);
  useEffect(() => panorama.on("markerclick", ({ id }) => latest.current(id)), [panorama, latest]);
  useLayoutEffect(() => {
    panorama.setMarkers(markers.map((marker) => ({ ...marker, element: buttons.get(marker.id) })));
    const there = new Set(markers.map(({ id }) => id));
    for (const id of buttons.keys()) if (!there.has(id)) buttons.delete(id);
  }, [panorama, markers, buttons]);
  useLayoutEffect(() => () => panorama.setMarkers([]), [panorama]);
  return markers.map(({ id, content }) => {
    const button = buttons.get(id) ?? document.createElement("button");
    buttons.set(id, button);
    return createPortal(content, button, id);
  });
}
