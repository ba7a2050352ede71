import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Room } from "#contract/visits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { roomName, useFrame } from "../frame.ts";
import { isShowable } from "../source.ts";
import { RoomPicture } from "./room-picture.tsx";

/** The rooms of the visit that a link may lead to, searchable and navigable by the arrow keys. */
export function RoomPicker({ onChoose }: { onChoose: (room: Room) => void }) {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const here = useStore(tour.room)?.id;
  const points = useStore(tour.points);
  // Its rooms may have changed.
  useStore(tour.visit);
  const [wanted, setWanted] = useState("");
  const items = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus({ preventScroll: true }), []);
  const rooms = tour.rooms.filter(({ id }) => id !== here);
  if (rooms.length === 0) return <p className="text-ink-muted">{t("tour.way.alone")}</p>;
  const linked = new Set(points.flatMap(({ kind, id_room }) => (kind === "link" ? [id_room] : [])));
  const found = rooms.filter((room) => plain(roomName(frame, room)).includes(plain(wanted)));
  const step = (event: KeyboardEvent) => {
    const buttons = [...(items.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (event.key === "Enter" && event.target === search.current) buttons[0]?.click();
    else if (event.key === "ArrowDown") buttons[Math.min(at + 1, buttons.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (at <= 0 ? search.current : buttons[at - 1])?.focus();
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the controls inside and is none itself
    <div onKeyDown={step} className="flex min-h-0 flex-col gap-2">
      <input
        ref={search}
        type="search"
        hidden={rooms.length < 2}
        aria-label={t("tour.way.search")}
        placeholder={t("tour.way.search")}
        autoComplete="off"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        className={cx(fieldBox, controlHeight, "shrink-0")}
      />
      <ul
        ref={items}
        className="-mx-1.5 max-h-[min(22rem,42dvh)] overflow-y-auto overscroll-contain [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin] max-md:grid max-md:grid-cols-2 max-md:gap-1"
      >
        {found.length === 0 && <li className="px-1.5 text-ink-muted">{t("tour.way.none")}</li>}
        {found.map((room) => (
          <li key={room.id}>
            <Item room={room} isLinked={linked.has(room.id)} onPress={() => onChoose(room)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Item({ room, isLinked, onPress }: { room: Room; isLinked: boolean; onPress: () => void }) {
  const t = useText();
  const frame = useFrame();
  const note = isShowable(room) ? (isLinked ? t("tour.way.linked") : null) : t("tour.way.waiting");
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex w-full cursor-default items-center gap-3 rounded-md p-1.5 text-start transition-colors focus-visible:-outline-offset-2 hover:bg-hover max-md:flex-col max-md:items-stretch max-md:gap-1.5"
    >
      <RoomPicture
        address={room.picture.thumbnail}
        className="h-12 w-24 max-md:aspect-2/1 max-md:h-auto max-md:w-full"
      />
      <span className="grid min-w-0">
        {/* Names in the other script still begin at the list's start edge. */}
        <span dir="auto" className="line-clamp-2 own-direction">
          {roomName(frame, room)}
        </span>
        {note !== null && <span className="text-xs text-ink-muted">{note}</span>}
      </span>
    </button>
  );
}

/** Normalized for search: without case and diacritics. */
const plain = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase().trim();
