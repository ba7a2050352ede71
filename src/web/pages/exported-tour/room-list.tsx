import { X } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { hrefOf, roomName } from "./addresses.ts";
import type { RoomInTour } from "./data.ts";
import { Thumbnail, Tool } from "./parts.tsx";
import type { TourSpeaker } from "./words.ts";

interface RoomListProps {
  place: RoomInTour;
  speaker: TourSpeaker;
  isOpen: boolean;
  listRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The rooms of the visit beside the picture; a bottom sheet on phones. */
export function RoomList({ place, speaker, isOpen, listRef, onClose }: RoomListProps) {
  useEffect(() => {
    if (!isOpen) return;
    const current = listRef.current?.querySelector<HTMLElement>("[aria-current]");
    current?.scrollIntoView({ block: "nearest" });
    current?.focus({ preventScroll: true });
  }, [isOpen, listRef]);
  return (
    <nav
      ref={listRef}
      aria-label={speaker.say("rooms")}
      hidden={!isOpen}
      className="absolute end-3 top-19 bottom-17 z-3 w-65 overflow-y-auto rounded-lg bg-raised px-3 pt-1 pb-3 shadow-float max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:max-h-[70dvh] max-md:w-auto max-md:rounded-b-none max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="sticky -top-1 z-1 -me-2 flex items-center justify-between bg-inherit">
        <h2 className="font-strong">{speaker.say("rooms")}</h2>
        <Tool icon={X} label={speaker.say("close")} onPress={onClose} />
      </div>
      <ol className="grid gap-1 max-md:grid-cols-2">
        {place.visit.rooms.map((room, at) => (
          <li key={room.id}>
            <a
              href={hrefOf(room)}
              aria-current={room === place.room || undefined}
              className="group flex flex-col gap-1 rounded-md p-1.5 text-ink no-underline hover:bg-hover aria-[current]:bg-press"
            >
              <Thumbnail
                room={room}
                className="group-aria-[current]:outline-2 group-aria-[current]:outline-offset-1 group-aria-[current]:outline-accent-text"
              />
              <span dir="auto" className="own-direction truncate">
                {roomName(room, at, speaker)}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
