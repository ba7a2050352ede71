import { Maximize, Minimize, Minus, Plus } from "lucide-react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { useFrame } from "../frame.ts";
import { isShowable } from "../source.ts";
import { Compass } from "./compass.tsx";
import { hasFullScreen, toggleFullScreen, useIsFullScreen } from "./full-screen.ts";

const zoomStep = 0.75;
const look = { variant: "onGlass", size: "lg", tooltipPlacement: "start" } as const;

/** Compass, zoom and full screen, within reach of the thumb. */
export function Tools() {
  const t = useText();
  const { tour, root } = useFrame();
  const room = useStore(tour.room);
  const isFull = useIsFullScreen();
  const { panorama } = tour;
  const turns = panorama !== undefined && room !== undefined && isShowable(room);
  const zoom = (factor: number) => {
    if (panorama) void panorama.lookAt({ fov: panorama.view.fov * factor }, { animate: true });
  };
  if (!turns && !hasFullScreen()) return null;
  return (
    <section
      aria-label={t("viewer.actions.tools")}
      className="tools plate fades absolute end-(--edge) edge-bottom z-2 flex flex-col p-[3px] anim-fade-in max-md:above-58 max-md:in-data-dates:above-118 low:edge-bottom low:dated:above-58 flat:flex-row"
    >
      {turns && (
        <>
          <Compass />
          <PlainIconButton
            {...look}
            icon={Plus}
            label={t("viewer.actions.zoom_in")}
            onPress={() => zoom(zoomStep)}
          />
          <PlainIconButton
            {...look}
            icon={Minus}
            label={t("viewer.actions.zoom_out")}
            onPress={() => zoom(1 / zoomStep)}
          />
        </>
      )}
      {hasFullScreen() && (
        <PlainIconButton
          {...look}
          icon={isFull ? Minimize : Maximize}
          label={t(isFull ? "viewer.actions.leave_fullscreen" : "viewer.actions.fullscreen")}
          onPress={() => toggleFullScreen(root)}
        />
      )}
    </section>
  );
}
