import { ImagePlus, Images } from "lucide-react";
import { useState } from "react";
import type { Room, Visit } from "#contract/visits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moved } from "#web/ui/sort-keys.ts";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { AddRoomsDialog } from "./add-rooms-dialog.tsx";
import { RoomRow } from "./room-row.tsx";
import { usePictureLimits } from "./use-picked-rooms.ts";
import { useEditRoom, useShowOrder } from "./visits.queries.ts";

/** The rooms of a visit in walking order; editors change names, order and north here, and add more. */
export function RoomsSection({ routeId, visit }: { routeId: string; visit: Visit }) {
  const t = useText();
  const { files: max } = usePictureLimits();
  const [isAdding, setIsAdding] = useState(false);
  const edit = useEditRoom(routeId);
  const showOrder = useShowOrder(routeId);
  const { rooms } = visit;
  const mayEdit = visit.can["edit"] === true;
  const mayAdd = visit.can["add_room"] === true;
  const left = Math.max(0, max - rooms.length);

  function move(from: number, to: number): void {
    const room = rooms[from];
    if (room === undefined) return;
    showOrder(moved(rooms, from, to));
    edit.mutate({ id: room.id, body: { order: to } }, { onError: tellError });
  }

  const tellError = (error: unknown) => showFailure(error, t);

  const change = (room: Room, body: { name?: string; north?: number | null }) =>
    edit.mutate({ id: room.id, body }, { onError: tellError });

  return (
    <section aria-labelledby="visit-rooms" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="visit-rooms" className="text-lg font-strong">
            {t("visits.rooms_title")}
          </h2>
          <p className="text-ink-muted">
            {t(mayAdd && rooms.length > 0 ? "visits.files_left" : "visits.rooms_hint", { count: left, max })}
          </p>
        </div>
        {mayAdd && rooms.length > 0 && (
          <Button icon={ImagePlus} isDisabled={left === 0} onPress={() => setIsAdding(true)}>
            {t("visits.add_rooms")}
          </Button>
        )}
      </div>
      {rooms.length === 0 ? (
        <EmptyState
          icon={Images}
          title={t("visits.no_rooms_title")}
          text={t(mayAdd ? "visits.no_rooms_text" : "visits.no_rooms_read_text")}
          action={
            mayAdd && (
              <Button variant="primary" size="lg" icon={ImagePlus} onPress={() => setIsAdding(true)}>
                {t("visits.add_rooms")}
              </Button>
            )
          }
        />
      ) : (
        <SortableList
          label={t("visits.rooms_title")}
          items={rooms}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          onMove={move}
          isDisabled={!mayEdit}
        >
          {(room, controls) => (
            <RoomRow
              room={room}
              code={visit.code}
              routeId={routeId}
              mayEdit={mayEdit}
              onChange={(body) => change(room, body)}
              controls={controls}
            />
          )}
        </SortableList>
      )}
      {isAdding && <AddRoomsDialog visit={visit} onClose={() => setIsAdding(false)} />}
    </section>
  );
}
