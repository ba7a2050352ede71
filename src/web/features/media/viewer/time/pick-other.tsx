import { type ReactNode, useEffect, useState } from "react";
import type { ViewerDate, ViewerSheet, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { PlainSelect } from "#web/ui/plain/plain-select.tsx";
import { type Frame, roomName, useFrame } from "../frame.ts";
import { PlanDot } from "../plan/plan-dot.tsx";
import { isShowable } from "../source.ts";
import type { DateState } from "./date-state.ts";

/** The selection: a room of a visit of another date. */
export interface PickedOther {
  readonly code: string;
  readonly id_room: number;
  /** Whether that visit is older than the current one. */
  readonly isEarlier: boolean;
}

/**
 * Asks for the room of another date to compare with: by its picture, or by its position on the floor plan. Null when it
 * is closed, or no other date is available.
 */
export async function pickOther(frame: Frame, place: DateState): Promise<PickedOther | null> {
  const { tour, speaker, mount } = frame;
  const room = tour.room.get();
  if (room === undefined) return null;
  const dates = await datesFor(place, room).catch(() => null);
  if (dates === null) frame.toast(speaker.say("compare.failed"));
  if (dates === null || frame.signal.aborted) return null;
  return new Promise((resolve) => {
    const done = (picked: PickedOther | null) => {
      mount("pick-other", null);
      resolve(picked);
    };
    mount("pick-other", <PickOther room={room} place={place} dates={dates} onDone={done} />);
  });
}

/** Visits with a proposal first; else the nearest in time, as the server sorts them. */
async function datesFor({ dates }: DateState, room: Room): Promise<readonly ViewerDate[]> {
  const query = { code: dates.home, id_room: room.id };
  const found = await call("GET /api/viewer-dates", { query }, { toast: false });
  return found.toSorted((a, b) => Number(b.likely !== null) - Number(a.likely !== null));
}

interface PickOtherProps {
  room: Room;
  place: DateState;
  dates: readonly ViewerDate[];
  onDone: (picked: PickedOther | null) => void;
}

function PickOther({ room, place, dates, onDone }: PickOtherProps) {
  const t = useText();
  const frame = useFrame();
  const { tour, speaker } = frame;
  const here = tour.visit.get();
  const [code, setCode] = useState(dates[0]?.code);
  const date = dates.find((known) => known.code === code);
  const { thumbnail } = room.picture;
  return (
    <PlainDialog
      title={t("viewer.pick_other.title", { room: roomName(frame, room) })}
      width="wide"
      onClose={() => onDone(null)}
    >
      <p className="-mt-3 text-ink-muted">{t("viewer.pick_other.text")}</p>
      <div className="flex items-center gap-3">
        {thumbnail !== null && (
          <img
            src={thumbnail}
            alt=""
            width={300}
            height={150}
            className="aspect-2/1 h-auto w-28 rounded-sm object-cover"
          />
        )}
        <p className="grid min-w-0">
          <strong className="font-strong">{speaker.date(here.visit_date)}</strong>
          <span dir="auto">{roomName(frame, room)}</span>
        </p>
      </div>
      {dates.length > 0 && (
        <PlainSelect
          isLabelHidden
          label={t("viewer.pick_other.date")}
          value={code ?? ""}
          onChange={setCode}
          options={dates.map(({ code: value, visit, visit_date }) => ({
            value,
            label: `${speaker.date(visit_date)} · ${visit}`,
          }))}
        />
      )}
      <div aria-live="polite" className="grid gap-3">
        {date === undefined ? (
          <Quiet>{t("viewer.pick_other.none")}</Quiet>
        ) : (
          <RoomsOf
            key={date.code}
            date={date}
            place={place}
            onChoose={(other) =>
              onDone({ code: date.code, id_room: other.id, isEarlier: date.visit_date <= here.visit_date })
            }
          />
        )}
      </div>
      {/* Editors of the visit better match all its rooms at once. */}
      {here.id_visit !== null && here.can["edit"] === true && (
        <PlainLink href={`/editvisit/${here.id_visit}/match`} className="w-fit py-2.5">
          {t("viewer.pick_other.match_all")}
        </PlainLink>
      )}
    </PlainDialog>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => <p className="text-ink-muted">{children}</p>;

interface RoomsProps {
  date: ViewerDate;
  place: DateState;
  onChoose: (room: Room) => void;
}

function RoomsOf({ date, place, onChoose }: RoomsProps) {
  const t = useText();
  const [visit, setVisit] = useState<ViewerVisit | "loading" | "failed">("loading");
  useEffect(() => {
    let isWanted = true;
    place.dates.visit(date.code).then(
      (found) => isWanted && setVisit(found),
      () => isWanted && setVisit("failed"),
    );
    return () => {
      isWanted = false;
    };
  }, [place, date.code]);
  if (visit === "loading") return <Quiet>{t("viewer.pick_other.loading")}</Quiet>;
  if (visit === "failed") return <Quiet>{t("viewer.compare.failed")}</Quiet>;
  return <Choices visit={visit} best={date.id_room ?? date.likely} onChoose={onChoose} />;
}

interface ChoicesProps {
  visit: ViewerVisit;
  best: number | null;
  onChoose: (room: Room) => void;
}

/** The floor plan with its dots where the visit has one, then the pictures, the likely one first. */
function Choices({ visit, best, onChoose }: ChoicesProps) {
  const t = useText();
  const shown = visit.rooms
    .filter(isShowable)
    .toSorted((a, b) => Number(b.id === best) - Number(a.id === best) || a.order - b.order);
  if (shown.length === 0) return <Quiet>{t("viewer.pick_other.none")}</Quiet>;
  return (
    <>
      {visit.sheets.map((sheet) => (
        <ChoicePlan key={sheet.id_sheet} sheet={sheet} shown={shown} onChoose={onChoose} />
      ))}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-2.5">
        {shown.map((room) => (
          <li key={room.id}>
            <button
              type="button"
              onClick={() => onChoose(room)}
              className={cx(
                "grid w-full cursor-default gap-1 rounded-md border-2 p-1 text-start hover:bg-press focus-visible:bg-press",
                room.id === best ? "border-accent" : "border-transparent",
              )}
            >
              {room.picture.thumbnail !== null && (
                <img
                  src={room.picture.thumbnail}
                  alt=""
                  loading="lazy"
                  width={300}
                  height={150}
                  className="aspect-2/1 h-auto w-full rounded-sm object-cover"
                />
              )}
              <span dir="auto" className="truncate px-1">
                {room.name}
              </span>
              {room.id === best && (
                <span className="px-1 text-sm font-strong text-accent-text">
                  {t("viewer.pick_other.likely")}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChoicePlanProps {
  sheet: ViewerSheet;
  shown: readonly Room[];
  onChoose: (room: Room) => void;
}

function ChoicePlan({ sheet, shown, onChoose }: ChoicePlanProps) {
  const t = useText();
  return (
    <FloorPlan plan={sheet} label="" isInteractive={false} className="mx-auto max-w-104">
      {sheet.rooms.flatMap((place) => {
        const room = shown.find(({ id }) => id === place.id_room);
        return room === undefined
          ? []
          : [
              <PlanDot
                key={room.id}
                name={room.name}
                label={t("viewer.pick_other.choose", { room: room.name })}
                place={place}
                onPress={() => onChoose(room)}
              />,
            ];
      })}
    </FloorPlan>
  );
}
