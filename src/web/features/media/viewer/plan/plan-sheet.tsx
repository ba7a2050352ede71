import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ViewerSheet } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { later, useLater } from "#web/ui/later.ts";
import { roomName, useFrame } from "../frame.ts";
import { isShowable } from "../source.ts";
import type { Tour } from "../tour.ts";
import { walkParts } from "../walk/walk-parts.ts";
import { conePath, headingOnPlan, widthOfView } from "./cone.ts";
import { PlanDot } from "./plan-dot.tsx";

/** For members only. */
const photos = later(() => import("../photos/plan-photos.tsx"));

export interface PlanSheetProps {
  sheet: ViewerSheet;
  /** A large one shows the rooms' names, and has dots large enough for touch. */
  isLarge?: boolean;
  onWent?: () => void;
}

/** A plan with the rooms on it as buttons; at the room on the screen a cone turns with the view. */
export function PlanSheet({ sheet, isLarge = false, onWent }: PlanSheetProps) {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const here = useStore(tour.room);
  const { can, has_walk } = useStore(tour.visit);
  const Walks = useLater(walkParts, has_walk)?.WalkLines;
  const Photos = useLater(photos, can["guide"] === true)?.PlanPhotos;
  const rooms = sheet.rooms.flatMap((place) => {
    const room = tour.rooms.find(({ id }) => id === place.id_room);
    return room && isShowable(room) ? [{ place, room }] : [];
  });
  return (
    <FloorPlan
      plan={sheet}
      label={isLarge ? sheet.floor || sheet.name : ""}
      isInteractive={isLarge}
      hasFreeWheel
      className={
        isLarge
          ? "max-h-[calc(100dvh-16rem)] max-sm:h-[58dvh] low:h-[calc(100dvh-16px)] low:max-h-none"
          : "max-h-[190px]"
      }
    >
      {Walks && <Walks sheet={sheet} isLarge={isLarge} />}
      <Cone sheet={sheet} here={here} isLarge={isLarge} />
      {Photos && <Photos key={sheet.id_sheet} sheet={sheet} isLarge={isLarge} />}
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
    </FloorPlan>
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
  Object.assign(own.style, placeOnPlan(place), { rotate: `${heading}deg` });
  own.dataset["heading"] = heading.toFixed(1);
  const { clientWidth, clientHeight } = panorama.element;
  const width = String(Math.round(widthOfView(fov, clientWidth / Math.max(1, clientHeight))));
  if (width === own.dataset["width"]) return;
  own.dataset["width"] = width;
  path.current?.setAttribute("d", conePath(Number(width)));
}
