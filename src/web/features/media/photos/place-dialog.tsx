import { LocateFixed, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Photo } from "#contract/photos.ts";
import type { Sheet } from "#contract/sheets.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { PinMark } from "#web/shell/photos/photo-pins.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { PlanSpot } from "#web/ui/floor-plan/plan-spot.tsx";
import { type Point, placeOnPlan, within } from "#web/ui/floor-plan/plan-view.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toCompass } from "./compass.ts";
import { isPlaced, nearestRoom, type PlacedRoom } from "./nearest-room.ts";
import { type PhotoFields, useEditPhoto, useRoomsOn, useSheetsOf } from "./photos.queries.ts";

interface Position extends Point {
  readonly id_sheet: number;
}

interface PlaceDialogProps {
  photo: Photo;
  /** Where the camera's location lies on floor plans. */
  proposed: readonly Position[];
  onClose: () => void;
}

type ShownSheet = Sheet & { image: string };
const hasImage = (sheet: Sheet): sheet is ShownSheet => sheet.image !== null;

/** Puts a photo on a floor plan: by hand, at the nearest room, or where the camera's location proposes it. */
export function PlaceDialog({ photo, proposed, onClose }: PlaceDialogProps) {
  const t = useText();
  const sheets = useSheetsOf(photo.id_project);
  const edit = useEditPhoto(photo.id);
  const [place, setPlace] = useState<Position | null>(photo.position);
  const [shown, setShown] = useState(photo.position?.id_sheet ?? proposed[0]?.id_sheet ?? null);
  const [room, setRoom] = useState<PlacedRoom | null>(null);
  const [takesHeading, setTakesHeading] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const all = (sheets.data ?? []).filter(hasImage);
  const sheet = all.find(({ id }) => id === shown) ?? all[0];
  const put = (next: Position | null, at: PlacedRoom | null = null) => {
    setPlace(next);
    setRoom(at);
  };
  const isProposed = place !== null && proposed.some((one) => isSame(one, place));
  const isChanged = !isSame(place, photo.position) || room !== null || takesHeading;
  const send = async (body: PhotoFields) => {
    setRefusal(null);
    try {
      await edit.mutateAsync({ ...body, version: photo.version });
      showToast({ tone: "ok", title: t("photos.saved") });
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  };
  const save = () =>
    send({
      ...(place === null ? { id_sheet: null } : { id_sheet: place.id_sheet, x: place.x, y: place.y }),
      ...(room !== null && { id_visit: room.id_visit, id_room: room.id_room }),
      ...(takesHeading && photo.proposal !== null && { heading: photo.proposal.heading }),
      // A position on the plan answers the camera's proposal, whichever it is.
      ...(photo.proposal !== null && { proposal: isProposed || takesHeading ? "accepted" : "ignored" }),
    });
  return (
    <FormDialog
      title={t("photos.place_title")}
      confirmLabel={t("photos.place_save")}
      onSubmit={() => void save()}
      onClose={onClose}
      size="lg"
      isPending={edit.isPending}
      isDisabled={!isChanged}
      isChanged={isChanged}
      refusal={refusal}
    >
      {sheets.isPending ? (
        <Skeleton className="h-80 w-full" />
      ) : sheets.isError ? (
        <p role="alert">{errorText(sheets.error, t)}</p>
      ) : sheet === undefined ? (
        <p className="text-ink-muted">{t("photos.no_sheets")}</p>
      ) : (
        <>
          {all.length > 1 && (
            <Select
              label={t("photos.fields.floor")}
              options={all.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(sheet.id)}
              onChange={(id) => setShown(Number(id))}
            />
          )}
          <Plan
            key={sheet.id}
            sheet={sheet}
            place={place?.id_sheet === sheet.id ? place : null}
            proposed={photo.proposal === null ? [] : proposed.filter(({ id_sheet }) => id_sheet === sheet.id)}
            room={room}
            heading={photo.heading}
            onPut={put}
          />
          {photo.proposal?.heading != null && (
            <Checkbox isSelected={takesHeading} onChange={setTakesHeading}>
              {t("photos.proposal.accept_heading")}:{" "}
              {t("photos.degrees", { n: toCompass(photo.proposal.heading) })}
            </Checkbox>
          )}
          {place !== null && (
            <Button variant="quiet" icon={Trash2} onPress={() => put(null)} className="w-fit">
              {t("photos.place_remove")}
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}

const isSame = (one: Position | null, other: Position | null): boolean =>
  one?.id_sheet === other?.id_sheet && one?.x === other?.x && one?.y === other?.y;

interface PlanProps {
  sheet: ShownSheet;
  /** On this floor plan. */
  place: Position | null;
  proposed: readonly Position[];
  /** The room at which it was just placed. */
  room: PlacedRoom | null;
  heading: number | null;
  onPut: (place: Position, room?: PlacedRoom) => void;
}

function Plan({ sheet, place, proposed, room, heading, onPut }: PlanProps) {
  const t = useText();
  const rooms = useRoomsOn(sheet.id);
  const at = (point: Point) => onPut({ id_sheet: sheet.id, x: point.x, y: point.y });
  const size = { width: sheet.width ?? 4, height: sheet.height ?? 3 };
  // A position that several visits show is one dot.
  const spots = new Map((rooms.data ?? []).filter(isPlaced).map((one) => [`${one.x} ${one.y}`, one]));
  const near = place === null ? undefined : nearestRoom(rooms.data ?? [], place, size);
  return (
    <div className="flex flex-col gap-3">
      <FloorPlan
        plan={sheet}
        label={t("photos.plan_of", { name: sheet.name })}
        onPick={at}
        isPicking
        className="max-h-[min(28rem,55dvh)]"
      >
        {[...spots.values()].map((one) => (
          <span
            key={one.id_room}
            aria-hidden
            style={placeOnPlan(one)}
            className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full bg-black/45 ring-2 ring-white"
          />
        ))}
        {proposed.map((one) => (
          <PlanSpot key={`${one.x} ${one.y}`} point={one}>
            <button
              type="button"
              aria-label={t("photos.gps_pin")}
              title={t("photos.gps_pin")}
              onClick={() => onPut(one)}
              className="absolute flex size-11 -translate-1/2 items-center justify-center rounded-full"
            >
              <span className="flex size-8 items-center justify-center rounded-full border-2 border-dashed border-accent bg-white/80 text-accent">
                <Icon of={LocateFixed} size="sm" />
              </span>
            </button>
          </PlanSpot>
        ))}
        {place !== null && (
          <Pin place={place} angle={heading === null ? null : heading + sheet.north} onMove={at} />
        )}
      </FloorPlan>
      <p className="text-xs text-ink-muted">{t("photos.place_hint")}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        {place === null ? (
          <Button size="sm" onPress={() => at({ x: 0.5, y: 0.5 })}>
            {t("photos.place_middle")}
          </Button>
        ) : room !== null ? (
          <output>{t("photos.nearest_used", { name: room.name })}</output>
        ) : (
          near !== undefined && (
            <>
              <span>{t("photos.nearest", { name: near.name })}</span>
              <Button size="sm" onPress={() => onPut({ id_sheet: sheet.id, x: near.x, y: near.y }, near)}>
                {t("photos.nearest_use")}
              </Button>
            </>
          )
        )}
      </div>
    </div>
  );
}

/** Step of an arrow key as a share of the floor plan, without and with Shift. */
const step = { fine: 0.004, coarse: 0.03 };
/** On the floor plan left is left in every language. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Pin({ place, angle, onMove }: { place: Point; angle: number | null; onMove: (to: Point) => void }) {
  const t = useText();
  function press(event: KeyboardEvent): void {
    const arrow = arrows[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? step.coarse : step.fine;
    onMove({ x: within(place.x + arrow[0] * by), y: within(place.y + arrow[1] * by) });
  }
  return (
    <PlanSpot point={place} onMove={onMove} isRaised>
      <button
        type="button"
        aria-label={t("photos.pin")}
        onKeyDown={press}
        className="absolute flex size-11 -translate-1/2 cursor-grab touch-none items-center justify-center rounded-md active:cursor-grabbing"
      >
        <span className="rounded-md ring-3 ring-accent">
          <PinMark angle={angle} />
        </span>
      </button>
    </PlanSpot>
  );
}
