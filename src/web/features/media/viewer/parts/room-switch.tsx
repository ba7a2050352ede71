import { ChevronLeft, ChevronRight, LayoutGrid } from "lucide-react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { roomName, useFrame } from "../frame.ts";

const look = { variant: "onGlass", size: "lg", points: true, tooltipPlacement: "top" } as const;

/** The current position in the visit, and the buttons for the previous and next room. */
export function RoomSwitch() {
  const t = useText();
  const frame = useFrame();
  const { tour, isListOpen } = frame;
  const room = useStore(tour.room);
  // Its rooms may have changed.
  useStore(tour.visit);
  const isOpen = useStore(isListOpen);
  const { rooms } = tour;
  const n = rooms.findIndex(({ id }) => id === room?.id) + 1;
  const step = (by: -1 | 1) => {
    const next = tour.neighbour(by);
    if (next) void tour.go(next);
  };
  return (
    <nav
      aria-label={t("viewer.rooms.label")}
      className="switch plate fades absolute inset-x-0 edge-bottom z-2 mx-auto flex w-fit max-w-[min(30rem,calc(100%-2*var(--edge)))] p-[3px] anim-fade-in max-md:inset-x-(--edge) max-md:w-auto max-md:max-w-none low:inset-x-0 low:w-fit low:max-w-[min(30rem,calc(100%-2*var(--edge)-116px))] low:dated:start-[calc(50%+var(--edge)/2)] low:dated:end-(--edge) low:dated:ms-auto low:dated:me-0 low:dated:w-auto low:dated:max-w-120"
    >
      {/* Not `disabled`: a button that was just pressed must keep the focus at the end of the row. */}
      <PlainIconButton
        {...look}
        icon={ChevronLeft}
        label={t("viewer.rooms.previous")}
        isDisabled={!tour.neighbour(-1)}
        onPress={() => step(-1)}
      />
      <button
        type="button"
        id="viewer-rooms"
        aria-controls="viewer-room-list"
        aria-expanded={isOpen}
        title={t(isOpen ? "viewer.rooms.close" : "viewer.rooms.open")}
        onClick={() => isListOpen.set(!isOpen)}
        className="flex h-10 min-w-11 flex-1 cursor-default items-center gap-2 rounded-[8px] px-3 transition-colors hover:bg-glass-hover pressed:bg-glass-press max-md:justify-center low:justify-center touch:h-11"
      >
        <Icon of={LayoutGrid} className="text-white/75" />
        <span className="switch-words flex min-w-0 items-baseline gap-2.5">
          <span dir="auto" className="truncate font-strong">
            {room ? roomName(frame, room) : t("viewer.rooms.label")}
          </span>{" "}
          <span className="shrink-0 text-xs text-white/78 tabular-nums">
            {room && t("viewer.rooms.place", { n, total: rooms.length })}
          </span>
        </span>
      </button>
      <PlainIconButton
        {...look}
        icon={ChevronRight}
        label={t("viewer.rooms.next")}
        isDisabled={!tour.neighbour(1)}
        onPress={() => step(1)}
      />
    </nav>
  );
}
