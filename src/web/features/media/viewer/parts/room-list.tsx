import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Room } from "#contract/visits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { roomName, useFrame } from "../frame.ts";
import { isShowable } from "../source.ts";

const isNarrow = () => matchMedia("(width < 48rem)").matches;

/** All rooms with their pictures: a drawer at the side, a sheet from below on phones. */
export function RoomList() {
  const t = useText();
  const { tour, isListOpen } = useFrame();
  const isOpen = useStore(isListOpen);
  const current = useStore(tour.room);
  // Its rooms may have changed.
  useStore(tour.visit);
  const items = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const button = items.current?.querySelector<HTMLElement>("[aria-current]");
    button?.scrollIntoView({ block: "nearest" });
    button?.focus({ preventScroll: true });
  }, [isOpen]);
  const close = () => {
    isListOpen.set(false);
    document.querySelector<HTMLElement>("#viewer-rooms")?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from whatever has the focus within
    <section
      id="viewer-room-list"
      data-sheet
      aria-label={t("viewer.rooms.label")}
      hidden={!isOpen}
      onKeyDown={press}
      className="plate absolute start-(--edge) under-66 z-3 flex h-fit max-h-[calc(100%-66px-2*var(--edge))] w-[min(19rem,calc(100%-2*var(--edge)))] flex-col anim-rise-in max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:max-h-[min(70%,34rem)] max-md:w-auto max-md:rounded-b-none max-md:bg-glass-dense max-md:pb-[env(safe-area-inset-bottom)] max-md:anim-sheet-in low:start-(--edge) low:end-auto low:edge-top low:bottom-auto low:max-h-[calc(100%-2*var(--edge))] low:w-[min(19rem,calc(100%-2*var(--edge)))] low:rounded-lg low:bg-glass-dense low:anim-rise-in"
    >
      <div className="flex items-center justify-between p-2 ps-4">
        <div className="flex items-baseline gap-2.5">
          <h2 className="text-base font-strong">{t("viewer.rooms.label")}</h2>
          <p className="text-xs text-white/78">{t("viewer.rooms.count", { count: tour.rooms.length })}</p>
        </div>
        <PlainIconButton
          variant="onGlass"
          size="lg"
          icon={X}
          label={t("viewer.rooms.close")}
          hasTooltip={false}
          onPress={close}
        />
      </div>
      <ol
        ref={items}
        className="overflow-y-auto overscroll-contain px-2 pb-2 [scrollbar-color:var(--color-line-strong)_transparent] [scrollbar-width:thin] max-md:grid max-md:grid-cols-2 max-md:gap-1"
      >
        {tour.rooms.map((room) => (
          <li key={room.id}>
            <Item
              room={room}
              isCurrent={room.id === current?.id}
              onPress={() => {
                void tour.go(room);
                if (isNarrow()) close();
              }}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

const pictureClass =
  "h-12 w-24 shrink-0 rounded-sm bg-white/8 object-cover max-md:aspect-2/1 max-md:h-auto max-md:w-full";

function Item({ room, isCurrent, onPress }: { room: Room; isCurrent: boolean; onPress: () => void }) {
  const t = useText();
  const frame = useFrame();
  const { state, thumbnail } = room.picture;
  const isWaiting = !isShowable(room);
  const ring = isCurrent && "shadow-[0_0_0_2px_var(--accent-text)]";
  return (
    <button
      type="button"
      id={`viewer-room-${room.id}`}
      aria-current={isCurrent || undefined}
      onClick={onPress}
      className={cx(
        "flex w-full cursor-default items-center gap-3 rounded-md p-1.5 text-start transition-colors focus-visible:-outline-offset-2 hover:bg-glass-hover max-md:flex-col max-md:items-stretch max-md:gap-1.5",
        isCurrent && "bg-white/14",
      )}
    >
      {thumbnail === null ? (
        <span className={cx(pictureClass, ring)} />
      ) : (
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          width={300}
          height={150}
          className={cx(pictureClass, ring)}
        />
      )}
      <span className="grid min-w-0">
        {/* Names in the other script still begin at the list's start edge. */}
        <span dir="auto" className={cx("line-clamp-2 own-direction", isCurrent && "font-strong")}>
          {roomName(frame, room)}
        </span>
        {(state === "failed" || isWaiting) && (
          <span className="text-xs text-warn-text">
            {t(state === "failed" ? "viewer.rooms.failed" : "viewer.rooms.preparing")}
          </span>
        )}
      </span>
    </button>
  );
}
