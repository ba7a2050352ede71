import { useLayoutEffect, useMemo } from "react";
import { createPortal } from "react-dom";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { wayClass } from "../parts/hotspot-classes.ts";
import { WayFace } from "../parts/hotspots.tsx";
import type { OtherSide } from "./other-side.ts";

/** The links in the second picture; their buttons belong to its engine, which moves them. */
export function OtherWays({ other }: { other: OtherSide }) {
  const t = useText();
  const ways = useStore(other.ways);
  const drawn = useMemo(() => ways.map((way) => ({ way, button: document.createElement("button") })), [ways]);
  useLayoutEffect(() => {
    other.panorama.setMarkers(
      drawn.map(({ way: { id, yaw, pitch, name }, button }) => ({
        id: String(id),
        yaw,
        pitch,
        label: t("viewer.rooms.go_to", { room: name }),
        element: button,
        className: wayClass,
        anchor: [0.5, 0.3],
      })),
    );
  }, [other, drawn, t]);
  return drawn.map(({ way, button }) => createPortal(<WayFace name={way.name} />, button, String(way.id)));
}
