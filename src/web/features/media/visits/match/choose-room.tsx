import { useState } from "react";
import type { ViewerSheet } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import type { Pair } from "./match-facts.ts";
import type { Dates } from "./match-row.tsx";

export interface ChooseRoomProps {
  pair: Pair;
  others: readonly Room[];
  sheets: readonly ViewerSheet[];
  dates: Dates;
  onClose: () => void;
  onChoose: (id: number) => void;
}

/** The search field appears only when there are more rooms than fit on the screen. */
const many = 9;

/** The rooms of the other visit by their pictures, and on the floor plan where they have a position. */
export function ChooseRoom({ pair, others, sheets, dates, onClose, onChoose }: ChooseRoomProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const found = others.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return (
    <Modal
      title={t("visits.match.choose_title", { name: pair.room.name })}
      size="xl"
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <div className="flex items-center gap-3">
          <Picture src={pair.room.picture.thumbnail} className="aspect-2/1 w-40 shrink-0 rounded-md" />
          <p className="min-w-0">
            <strong className="block font-strong">{dates.room}</strong>
            <span dir="auto">{pair.room.name}</span>
          </p>
        </div>
        <p className="text-ink-muted">{t("visits.match.choose_text", { date: dates.other })}</p>
        {sheets.map((sheet) => (
          <Plan key={sheet.id_sheet} sheet={sheet} others={others} onChoose={onChoose} />
        ))}
        {others.length > many && (
          <SearchField label={t("visits.match.search")} value={search} onChange={setSearch} />
        )}
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
          {found.map((room) => (
            <li key={room.id}>
              <button
                type="button"
                onClick={() => onChoose(room.id)}
                aria-current={room.id === pair.other?.id}
                className="w-full rounded-md p-1 text-start outline-accent-text hover:bg-press focus-visible:outline-2 aria-current:ring-2 aria-current:ring-accent"
              >
                <Picture src={room.picture.thumbnail} className="aspect-2/1 w-full rounded-sm" />
                <span className="own-direction mt-1 block truncate px-1 text-sm">{room.name}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

/** Left is left on a floor plan, in Arabic too. */
function Plan({
  sheet,
  others,
  onChoose,
}: {
  sheet: ViewerSheet;
  others: readonly Room[];
  onChoose: (id: number) => void;
}) {
  return (
    <div dir="ltr" className="relative mx-auto w-full max-w-md">
      <img src={sheet.image} alt={sheet.name} className="w-full rounded-md bg-white" />
      {sheet.rooms.map(({ id_room, x, y }) => {
        const name = others.find(({ id }) => id === id_room)?.name;
        if (name === undefined) return null;
        return (
          <button
            key={id_room}
            type="button"
            title={name}
            aria-label={name}
            onClick={() => onChoose(id_room)}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full outline-accent-text focus-visible:outline-2"
          >
            <span className="size-4 rounded-full border-2 border-white bg-accent shadow" />
          </button>
        );
      })}
    </div>
  );
}
