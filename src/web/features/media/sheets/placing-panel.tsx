import type { SheetRoom } from "#contract/sheets.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RoomList } from "./room-list.tsx";
import type { useSheetRooms, useVisitsOf } from "./sheets.queries.ts";
import type { Placing } from "./use-placing.ts";

interface PlacingPanelProps {
  visits: ReturnType<typeof useVisitsOf>;
  /** The visit whose rooms are placed. */
  visit: { readonly id: number } | null;
  rooms: ReturnType<typeof useSheetRooms>;
  list: readonly SheetRoom[];
  chosen: number | null;
  placing: Placing;
  onVisit: (id: number) => void;
  onChoose: (id_room: number | null) => void;
}

/** The panel beside the floor plan: the visit, and its rooms to be placed. */
export function PlacingPanel(props: PlacingPanelProps) {
  const { visits, visit, rooms, list, chosen, placing, onVisit, onChoose } = props;
  const t = useText();
  return (
    <section aria-labelledby="sheet-rooms" className="flex flex-col gap-3">
      <h2 id="sheet-rooms" className="text-lg font-strong">
        {t("sheets.plan")}
      </h2>
      {visits.isPending ? (
        <Skeleton className="h-40" />
      ) : visits.isError ? (
        <LoadFailure screen="visits" error={visits.error} onRetry={() => void visits.refetch()} />
      ) : visit === null ? (
        <p className="text-sm text-ink-muted">{t("sheets.no_visits")}</p>
      ) : (
        <>
          <VisitChoice visits={visits.data.items} visit={visit.id} onChoose={onVisit} />
          {rooms.isError ? (
            <LoadFailure screen="sheets" error={rooms.error} onRetry={() => void rooms.refetch()} />
          ) : rooms.isPending ? (
            <Skeleton className="h-40" />
          ) : (
            <>
              <p className="text-sm text-ink-muted">
                {t(
                  list.length === 0
                    ? "sheets.no_rooms_here"
                    : chosen === null
                      ? "sheets.choose_room"
                      : "sheets.press_plan",
                )}
              </p>
              <RoomList
                rooms={list}
                chosen={chosen}
                onChoose={onChoose}
                onPut={(id_room) => placing.put([{ id_room, x: 0.5, y: 0.5 }])}
                onRemove={(id_room) => placing.put([{ id_room, x: null, y: null }])}
              />
            </>
          )}
        </>
      )}
    </section>
  );
}

interface VisitChoiceProps {
  visits: readonly { readonly id: number; readonly name: string; readonly visit_date: string }[];
  visit: number;
  onChoose: (id: number) => void;
}

function VisitChoice({ visits, visit, onChoose }: VisitChoiceProps) {
  const t = useText();
  const format = useFormat();
  return (
    <Select
      label={t("sheets.visit")}
      options={visits.map(({ id, name, visit_date }) => ({
        value: String(id),
        label: name,
        note: format.date(visit_date),
      }))}
      value={String(visit)}
      onChange={(id) => onChoose(Number(id))}
    />
  );
}
