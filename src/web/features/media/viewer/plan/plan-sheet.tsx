import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ViewerSheet } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { roomName, useFrame } from "../frame.ts";
import { isShowable } from "../source.ts";
import type { Tour } from "../tour.ts";
import { conePath, headingOnPlan, widthOfView } from "./cone.ts";
import { PlanDot } from "./plan-dot.tsx";

export interface PlanSheetProps {
  sheet: ViewerSheet;
  /** A large one shows the rooms' names, and has dots large enough for touch. */
  isLarge?: boolean;
  onWent?: () => void;
}

/** A floor plan with its rooms as buttons; at the current one a cone turns with the view. */
export function PlanSheet({ sheet, isLarge = false, onWent }: PlanSheetProps) {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const here = useStore(tour.room);
  const rooms = sheet.rooms.flatMap((place) => {
    const room = tour.rooms.find(({ id }) => id === place.id_room);
    return room && isShowable(room) ? [{ place, room }] : [];
  });
  return (
    // Left is left on a floor plan, in Arabic too.
    <div dir="ltr" className="relative w-fit overflow-hidden bg-white">
      <img
        src={sheet.image}
        alt=""
        draggable={false}
        className={cx(
          "block max-w-full select-none",
          isLarge ? "max-h-[calc(100dvh-13rem)] low:max-h-[calc(100dvh-40px)]" : "max-h-[190px]",
        )}
      />
      <Cone sheet={sheet} here={here} isLarge={isLarge} />
      {rooms.map(({ place, room }) => (
        <PlanDot
          key={room.id}
          name={roomName(frame, room)}
          label={t(room.id === here?.id ? "viewer.plan.here" : "viewer.rooms.go_to", {
            room: roomName(frame, room),
          })}
          place={place}
          isHere={room.id === here?.id}
          isLarge={isLarge}
          isForMouse
          onPress={() => {
            void tour.go(room);
            onWent?.();
          }}
        />
      ))}
    </div>
  );
}

interface ConeProps {
  sheet: ViewerSheet;
  here: Room | undefined;
  isLarge: boolean;
}

/** The visible angle from the current position; it turns with every frame, so it bypasses React. */
function Cone({ sheet, here, isLarge }: ConeProps) {
  const { tour } = useFrame();
  const cone = useRef<SVGSVGElement>(null);
  const path = useRef<SVGPathElement>(null);
  useLayoutEffect(() => {
    const turn = () => turnCone({ cone, path }, tour, sheet, here);
    const stops = [tour.panorama?.on("view", turn), tour.panorama?.on("ready", turn)];
    turn();
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [tour, sheet, here]);
  return (
    <svg
      ref={cone}
      viewBox="0 0 100 100"
      aria-hidden
      className={cx(
        "pointer-events-none absolute origin-center -translate-x-1/2 -translate-y-1/2 overflow-visible",
        isLarge ? "size-45" : "size-23",
      )}
    >
      <path ref={path} strokeWidth={1} className="fill-brand/42 stroke-brand/70" />
    </svg>
  );
}

interface ConeRefs {
  readonly cone: RefObject<SVGSVGElement | null>;
  readonly path: RefObject<SVGPathElement | null>;
}

function turnCone(
  { cone, path }: ConeRefs,
  { panorama }: Tour,
  sheet: ViewerSheet,
  room: Room | undefined,
): void {
  const own = cone.current;
  if (own === null) return;
  const place = sheet.rooms.find(({ id_room }) => id_room === room?.id);
  const { source } = panorama ?? {};
  const isTurned =
    place?.heading != null || (source ? source.north !== undefined : room?.has_north !== false);
  const isSeen = place !== undefined && panorama !== undefined && room !== undefined && isTurned;
  own.style.display = isSeen ? "" : "none";
  if (!isSeen) return;
  const { yaw, fov } = panorama.view;
  // During a transition the view still belongs to the former room.
  const north = panorama.source?.north ?? room.north;
  const heading = headingOnPlan(yaw, north, place, sheet);
  own.style.left = `${place.x * 100}%`;
  own.style.top = `${place.y * 100}%`;
  own.style.rotate = `${heading}deg`;
  own.dataset["heading"] = heading.toFixed(1);
  const { clientWidth, clientHeight } = panorama.element;
  const width = String(Math.round(widthOfView(fov, clientWidth / Math.max(1, clientHeight))));
  if (width === own.dataset["width"]) return;
  own.dataset["width"] = width;
  path.current?.setAttribute("d", conePath(Number(width)));
}
