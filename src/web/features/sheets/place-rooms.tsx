import { useQueryClient } from "@tanstack/react-query";
import { Check, MapPin, Wand2, X } from "lucide-react";
import { type PointerEvent, useRef, useState } from "react";
import type { Sheet, SheetRoom } from "#contract/sheets.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PlacePin } from "./place-pin.tsx";
import { Plan } from "./plan.tsx";
import { type Place, sheetKeys, usePlaceRooms, useSheetRooms, useVisitsOf } from "./sheets.queries.ts";
import { isPlaced } from "./spots.ts";

/** Rooms of one visit onto the plan: choose one in the list, press where it was taken; move it by pointer or arrows. */
export function PlaceRooms({ sheet, image }: { sheet: Sheet; image: string }) {
  const t = useText();
  const format = useFormat();
  const visits = useVisitsOf(sheet.id_project);
  const [chosen, setChosen] = useState<number | null>(null);
  const all = visits.data?.items ?? [];
  const visit = all.find(({ id }) => id === chosen) ?? all[0];
  if (visits.isPending) return <Skeleton className="aspect-3/2 w-full" />;
  if (visits.isError)
    return <LoadFailure screen="visits" error={visits.error} onRetry={() => void visits.refetch()} />;
  if (visit === undefined) return <Plan image={image} name={sheet.name} />;
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t("sheets.visit")}
        options={all.map(({ id, name, visit_date }) => ({
          value: String(id),
          label: name,
          note: format.date(visit_date),
        }))}
        value={String(visit.id)}
        onChange={(id) => setChosen(Number(id))}
        className="max-w-96"
      />
      <RoomsOfVisit key={visit.id} sheet={sheet} image={image} visitId={visit.id} />
    </div>
  );
}

function RoomsOfVisit({ sheet, image, visitId }: { sheet: Sheet; image: string; visitId: number }) {
  const t = useText();
  const client = useQueryClient();
  const area = useRef<HTMLDivElement>(null);
  const rooms = useSheetRooms(sheet.id, visitId);
  const save = usePlaceRooms(sheet.id);
  const [chosen, setChosen] = useState<number | null>(null);
  if (rooms.isPending) return <Skeleton className="aspect-3/2 w-full" />;
  if (rooms.isError)
    return <LoadFailure screen="sheets" error={rooms.error} onRetry={() => void rooms.refetch()} />;
  const suggested = rooms.data.filter((room) => !isPlaced(room) && room.suggestion !== null);

  /** Shown at once, taken back when the server refuses. */
  function put(places: Place[]): void {
    const key = sheetKeys.rooms(sheet.id, visitId);
    const before = client.getQueryData<SheetRoom[]>(key);
    const of = new Map(places.map((place) => [place.id_room, place]));
    client.setQueryData<SheetRoom[]>(key, (list) =>
      list?.map((room) => ({ ...room, ...of.get(room.id_room) })),
    );
    save.mutate(places, {
      onError: (error) => {
        client.setQueryData(key, before);
        showToast({ tone: "bad", title: t("sheets.not_placed"), text: errorText(error, t) });
      },
    });
  }

  function press(event: PointerEvent<HTMLDivElement>): void {
    const box = area.current?.getBoundingClientRect();
    const isOnPin = event.target instanceof Element && event.target.closest("button") !== null;
    if (chosen === null || box === undefined || isOnPin) return;
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    if (x < 0 || x > 1 || y < 0 || y > 1) return;
    const wasPlaced = rooms.data?.some((room) => room.id_room === chosen && isPlaced(room));
    put([{ id_room: chosen, x, y }]);
    // The next one without a place is what one goes on with.
    if (wasPlaced !== true)
      setChosen(rooms.data?.find((room) => !isPlaced(room) && room.id_room !== chosen)?.id_room ?? null);
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      {/* The keyboard's way is the list: what is put from there stands in the middle and is moved by arrows. */}
      <div onPointerUp={press} className={cx(chosen !== null && "cursor-crosshair")}>
        <Plan image={image} name={sheet.name} areaRef={area}>
          {rooms.data.filter(isPlaced).map((room) => (
            <PlacePin
              key={room.id_room}
              room={room}
              area={area}
              isChosen={chosen === room.id_room}
              onChoose={() => setChosen(room.id_room)}
              onMove={({ x, y }) => put([{ id_room: room.id_room, x, y }])}
              onRemove={() => put([{ id_room: room.id_room, x: null, y: null }])}
            />
          ))}
        </Plan>
      </div>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-ink-muted">
          {t(chosen === null ? "sheets.choose_room" : "sheets.press_plan")}
        </p>
        {suggested.length > 0 && (
          <Button
            icon={Wand2}
            onPress={() =>
              put(
                suggested.map(({ id_room, suggestion }) => ({
                  id_room,
                  x: suggestion?.x ?? null,
                  y: suggestion?.y ?? null,
                })),
              )
            }
          >
            {t("sheets.take_suggestions", { count: suggested.length })}
          </Button>
        )}
        <ul className="flex flex-col gap-1">
          {rooms.data.map((room) => (
            <RoomRow
              key={room.id_room}
              room={room}
              isChosen={chosen === room.id_room}
              onChoose={() => setChosen(chosen === room.id_room ? null : room.id_room)}
              onPut={() => put([{ id_room: room.id_room, x: 0.5, y: 0.5 }])}
              onRemove={() => put([{ id_room: room.id_room, x: null, y: null }])}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function RoomRow({
  room,
  isChosen,
  onChoose,
  onPut,
  onRemove,
}: {
  room: SheetRoom;
  isChosen: boolean;
  onChoose: () => void;
  onPut: () => void;
  onRemove: () => void;
}) {
  const t = useText();
  const placed = isPlaced(room);
  return (
    <li className={cx("flex items-center gap-1 rounded-md", isChosen ? "bg-accent-soft" : "hover:bg-hover")}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="flex min-h-12 min-w-0 flex-1 cursor-default items-center gap-3 rounded-md p-1.5 text-start"
      >
        <Picture src={room.thumbnail} className="h-9 w-18 shrink-0 rounded-sm" />
        <bdi className="min-w-0 flex-1 truncate">{room.name}</bdi>
        {placed && (
          <>
            <span className="sr-only">{t("sheets.has_place")}</span>
            <Icon of={Check} size="sm" className="text-ok-text" />
          </>
        )}
      </button>
      {placed ? (
        <IconButton icon={X} label={t("sheets.take_off", { name: room.name })} onPress={onRemove} />
      ) : (
        <IconButton icon={MapPin} label={t("sheets.put_middle", { name: room.name })} onPress={onPut} />
      )}
    </li>
  );
}
