import {
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  LayoutGrid,
  type LucideIcon,
  Maximize,
  Minus,
  Plus,
} from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { discClass, wayClass } from "#web/features/media/viewer/parts/hotspot-classes.ts";
import { useLatest } from "#web/lib/use-latest.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { type PanoramaMarker, PanoramaMarkers } from "#web/ui/panorama-markers.tsx";
import { fileHref, hrefOf, roomName } from "./addresses.ts";
import type { RoomInTour, TourRoom } from "./data.ts";
import { mainButtonClass, Plate, Tool, toolClass } from "./parts.tsx";
import type { Pictures } from "./pictures.ts";
import { RoomList } from "./room-list.tsx";
import { useRoomPicture } from "./use-room-picture.ts";
import { WalkHeader } from "./walk-header.tsx";
import type { TourSpeaker } from "./words.ts";

interface WalkProps {
  place: RoomInTour;
  speaker: TourSpeaker;
  pictures: Pictures;
  onLanguage: () => void;
}

const isNarrow = () => matchMedia("(width < 48rem)").matches;

function goTo(room: TourRoom | undefined): void {
  if (room) location.hash = hrefOf(room);
}

/**
 * Navigation through the rooms of one visit, the picture edge to edge. `data-picture` holds the loading status of the
 * picture.
 */
export function Walk({ place, speaker, pictures, onLanguage }: WalkProps) {
  const { say } = speaker;
  const { room, visit, at } = place;
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLElement>(null);
  const name = roomName(room, at, speaker);
  const { isOpen, close, toggle, listRef, buttonRef } = useRoomListState(room);
  const { panorama, status, said } = useRoomPicture(stage, place, say("picture", { room: name }), pictures);
  const markers = useMemo(() => markersOf(place, speaker), [place, speaker]);
  useNearRooms(place, pictures, status === "sharp");
  const toggleFullScreen = () => void fullScreen(root.current);
  const zoom = (factor: number) =>
    void panorama?.lookAt({ fov: panorama.view.fov * factor }, { animate: true });
  useWalkKeys({
    "[": () => goTo(visit.rooms[at - 1]),
    "]": () => goTo(visit.rooms[at + 1]),
    PageUp: () => goTo(visit.rooms[at - 1]),
    PageDown: () => goTo(visit.rooms[at + 1]),
    r: toggle,
    f: toggleFullScreen,
    Escape: () => {
      if (isOpen) close();
      else if (!document.fullscreenElement) location.hash = "";
    },
  });

  function follow(id: string): void {
    // The button is removed with its room; keyboard focus must not be lost.
    panorama?.element.focus({ preventScroll: true });
    const point = room.points[Number(id)];
    goTo(visit.rooms.find((one) => one.id === point?.id_room));
  }
  return (
    <div
      ref={root}
      data-theme="dark"
      data-picture={status}
      className="fixed inset-0 overflow-hidden bg-canvas text-ink"
    >
      <WalkHeader place={place} name={name} speaker={speaker} onLanguage={onLanguage} />
      <main ref={stage} className="absolute inset-0 [&_.panorama:focus-visible]:-outline-offset-3" />
      {panorama === null && (
        <img
          src={fileHref(room.original)}
          alt={name}
          className="pointer-events-none absolute inset-0 size-full object-contain"
        />
      )}
      {panorama && (
        <PanoramaMarkers
          panorama={panorama}
          markers={status === "loading" ? noMarkers : markers}
          onPress={follow}
        />
      )}
      <output className="pointer-events-none absolute inset-3 z-1 flex items-center justify-center *:pointer-events-auto">
        {said !== null && (
          <div className="flex max-w-md flex-col items-center gap-4 rounded-lg bg-raised px-5 py-4 text-center text-balance shadow-float">
            <p>{say(said)}</p>
            {(said === "not_ready" || said === "broken") && (
              <a href={fileHref(room.original)} target="_blank" rel="noreferrer" className={mainButtonClass}>
                {say("original")}
              </a>
            )}
          </div>
        )}
      </output>
      <RoomList place={place} speaker={speaker} isOpen={isOpen} listRef={listRef} onClose={close} />
      <footer className="pointer-events-none absolute inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-2 flex items-end justify-between gap-2">
        <Plate>
          <Step icon={ChevronLeft} label={say("previous")} room={visit.rooms[at - 1]} />
          <span className="min-w-18 text-center tabular-nums">
            {say("place", { n: at + 1, total: visit.rooms.length })}
          </span>
          <Step icon={ChevronRight} label={say("next")} room={visit.rooms[at + 1]} />
          <Tool
            buttonRef={buttonRef}
            icon={LayoutGrid}
            label={say("rooms")}
            aria-expanded={isOpen}
            onPress={toggle}
          />
        </Plate>
        <Plate>
          <Tool icon={Minus} label={say("zoom_out")} onPress={() => zoom(1.25)} />
          <Tool icon={Plus} label={say("zoom_in")} onPress={() => zoom(0.8)} />
          <Tool icon={Maximize} label={say("fullscreen")} onPress={toggleFullScreen} />
        </Plate>
      </footer>
    </div>
  );
}

/** Link to the previous or next room; without one it stays in position and is disabled. */
function Step({ icon, label, room }: { icon: LucideIcon; label: string; room: TourRoom | undefined }) {
  const drawing = <Icon of={icon} points className="size-5" />;
  if (room === undefined)
    return (
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a link without an address would have neither name nor state
        role="link"
        aria-disabled
        aria-label={label}
        title={label}
        className={cx(toolClass, "opacity-45")}
      >
        {drawing}
      </span>
    );
  return (
    <a href={hrefOf(room)} aria-label={label} title={label} className={toolClass}>
      {drawing}
    </a>
  );
}

const noMarkers: readonly PanoramaMarker[] = [];

/** Links to other rooms: an arrow flat on the floor, its name upright beneath, as in the viewer. */
function markersOf({ room, visit }: RoomInTour, speaker: TourSpeaker): readonly PanoramaMarker[] {
  return room.points.flatMap(({ id_room, yaw, pitch, label }, index) => {
    const at = visit.rooms.findIndex(({ id }) => id === id_room);
    const other = visit.rooms[at];
    if (!other) return [];
    const name = label === "" ? roomName(other, at, speaker) : label;
    return {
      id: String(index),
      yaw,
      pitch,
      label: speaker.say("go_to", { room: name }),
      className: wayClass,
      anchor: [0.5, 0.3],
      content: (
        <>
          <span className={discClass}>
            <Icon of={ChevronUp} />
          </span>
          <span
            dir="auto"
            className="own-direction max-w-48 truncate rounded-full bg-glass px-2.5 py-0.5 text-xs font-strong text-white"
          >
            {name}
          </span>
        </>
      ),
    };
  });
}

/** Whether the list of rooms is open. On phones it covers the picture, so it closes when another room is shown. */
function useRoomListState(room: TourRoom) {
  const [isOpen, setIsOpen] = useState(false);
  const listRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    const hadFocus = listRef.current?.contains(document.activeElement) === true;
    setIsOpen(false);
    if (hadFocus) buttonRef.current?.focus();
  }, []);
  // oxlint-disable-next-line react/exhaustive-deps -- another room is the reason
  useEffect(() => {
    if (isNarrow()) close();
  }, [room, close]);
  return { isOpen, close, toggle: () => (isOpen ? close() : setIsOpen(true)), listRef, buttonRef };
}

/** Preloads the likely next rooms, once this one is fully loaded. */
function useNearRooms({ room, visit, at }: RoomInTour, pictures: Pictures, isIdle: boolean): void {
  useEffect(() => {
    if (!isIdle) return;
    const linked = room.points.map(({ id_room }) => visit.rooms.find(({ id }) => id === id_room));
    for (const near of [visit.rooms[at + 1], ...linked].slice(0, 3)) pictures.preload(near);
  }, [room, visit, at, pictures, isIdle]);
}

function useWalkKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useLatest(actions);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [latest]);
}

async function fullScreen(root: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  // Some phones have no Fullscreen API; the page fills their screen anyway.
  else await root?.requestFullscreen?.().catch(() => undefined);
}
