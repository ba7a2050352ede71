import { Check, MapPin, X } from "lucide-react";
import type { SheetRoom } from "#contract/sheets.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { isPlaced } from "./spots.ts";

export interface RoomListProps {
  rooms: readonly SheetRoom[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
  onPut: (id: number) => void;
  onRemove: (id: number) => void;
}

/** The rooms of a visit: selected and then placed by a press on the floor plan, dragged onto it, or put into its middle. */
export function RoomList({ rooms, chosen, onChoose, onPut, onRemove }: RoomListProps) {
  const t = useText();
  return (
    <ul aria-label={t("sheets.rooms")} className="flex flex-col gap-1 lg:max-h-[60dvh] lg:overflow-y-auto">
      {rooms.map((room) => (
        <RoomRow
          key={room.id_room}
          room={room}
          isChosen={chosen === room.id_room}
          onChoose={() => onChoose(chosen === room.id_room ? null : room.id_room)}
          onPut={() => onPut(room.id_room)}
          onRemove={() => onRemove(room.id_room)}
        />
      ))}
    </ul>
  );
}

interface RoomRowProps {
  room: SheetRoom;
  isChosen: boolean;
  onChoose: () => void;
  onPut: () => void;
  onRemove: () => void;
}

function RoomRow({ room, isChosen, onChoose, onPut, onRemove }: RoomRowProps) {
  const t = useText();
  const placed = isPlaced(room);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way; the buttons are the first
    <li
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData("text/plain", String(room.id_room));
        dataTransfer.effectAllowed = "move";
      }}
      className={cx("flex items-center gap-1 rounded-md", isChosen ? "bg-accent-soft" : "hover:bg-hover")}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="flex min-h-12 min-w-0 flex-1 cursor-default items-center gap-3 rounded-md p-1.5 text-start"
      >
        <Picture src={room.thumbnail} className="h-9 w-18 shrink-0 rounded-sm" />
        <span className="own-direction min-w-0 flex-1 truncate">{room.name}</span>
        {placed && (
          <>
            <span className="sr-only">{t("sheets.has_place")}</span>
            <Icon of={Check} size="sm" className="text-ok-text" />
          </>
        )}
      </button>
      {placed ? (
        <IconButton
          icon={X}
          label={t("sheets.take_off", { name: room.name })}
          onPress={onRemove}
          className="touch:size-11"
        />
      ) : (
        <IconButton
          icon={MapPin}
          label={t("sheets.put_middle", { name: room.name })}
          onPress={onPut}
          className="touch:size-11"
        />
      )}
    </li>
  );
}
