import { useLayoutEffect, useRef, useState } from "react";
import type { ViewerSheet } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Direction, Marker } from "#panorama/types.ts";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { cx } from "#web/ui/classes.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { bearingOf, compassPoints } from "../bearing.ts";
import { lookPastCard } from "../points/look-past-card.ts";
import { EditPanel, Note, PanelFoot } from "./edit-panel.tsx";
import type { Editing } from "./editing.ts";
import { draftMark, mark, setMarks } from "./marks.ts";
import { bearingOnPlan, northOf } from "./north-math.ts";
import { pickPlace } from "./pick.ts";

/** Sets north by two presses: on an object in the picture, then on its direction. */
export async function setNorth(editing: Editing): Promise<void> {
  const { frame } = editing;
  const place = await pickPlace(editing, "north");
  const room = frame.tour.room.get();
  if (place === null || room === undefined) return;
  lookPastCard(frame, place);
  editing.show(<NorthPanel editing={editing} room={room} place={place} />);
}

const put = (room: Room, north: number | null) =>
  call("PUT /api/rooms/{id}", { params: { id: room.id }, body: { north } }, { toast: false });

function NorthPanel({ editing, room, place }: { editing: Editing; room: Room; place: Direction }) {
  const t = useText();
  const { tour } = editing.frame;
  // Starts at the known direction: a correction takes one step.
  const [bearing, setBearing] = useState(() => Math.round(bearingOf(place.yaw, room.north)));
  const [isSaving, setIsSaving] = useState(false);
  const turn = (next: number) => setBearing(((next % 360) + 360) % 360);
  const north = northOf(place.yaw, bearing);
  useLayoutEffect(() => {
    setMarks(tour, letters(north, place));
  }, [tour, north, place]);
  useLayoutEffect(() => () => editing.unmark(), [editing]);
  const sheet = tour.visit.get().sheets[0];
  const from = sheet?.rooms.find(({ id_room }) => id_room === room.id);
  const compass = t(from === undefined ? "tour.north.compass" : "tour.north.compass_or");
  const keep = async () => {
    setIsSaving(true);
    try {
      await put(room, north);
      editing.close();
      await tour.renew();
      editing.done(t("tour.north.saved"), async () => {
        await put(room, room.has_north ? room.north : null);
        await tour.renew();
      });
    } catch (error) {
      setIsSaving(false);
      await editing.failed(error);
    }
  };
  return (
    <EditPanel editing={editing} title={t("tour.north.title")}>
      <p className="text-ink-muted">{t("tour.north.text")}</p>
      {sheet !== undefined && from !== undefined && <OnPlan sheet={sheet} from={from} onTurn={turn} />}
      <Rose label={compass} bearing={bearing} onTurn={turn} />
      <Degrees bearing={bearing} onTurn={turn} />
      <output className="text-xs text-ink-muted">{t("tour.north.preview")}</output>
      <PanelFoot>
        <div className="flex flex-wrap gap-2">
          <PlainButton variant="primary" isPending={isSaving} onClick={() => void keep()}>
            {t("tour.north.save")}
          </PlainButton>
          <PlainButton onClick={() => void setNorth(editing)}>{t("tour.north.again")}</PlainButton>
        </div>
      </PanelFoot>
    </EditPanel>
  );
}

interface TurnProps {
  /** Degrees clockwise from north. */
  bearing: number;
  onTurn: (bearing: number) => void;
}

/** Grid row and column of a point of the compass. */
const areas = {
  n: "1 / 2",
  ne: "1 / 3",
  e: "2 / 3",
  se: "3 / 3",
  s: "3 / 2",
  sw: "3 / 1",
  w: "2 / 1",
  nw: "1 / 1",
} as const;

function Rose({ label, bearing, onTurn }: TurnProps & { label: string }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-strong">{label}</span>
      {/* West stays left of east, in Arabic too. */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its name is said above
        role="group"
        aria-label={label}
        dir="ltr"
        className="grid grid-cols-3 gap-1"
      >
        {compassPoints.map((point, index) => {
          const isChosen = Math.abs(index * 45 - bearing) < 0.05;
          return (
            <button
              key={point}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onTurn(index * 45)}
              style={{ gridArea: areas[point] }}
              className={cx(
                "h-10 cursor-default rounded-md touch:h-11",
                isChosen ? "bg-accent font-strong text-white" : "bg-sunken hover:bg-hover",
              )}
            >
              {t(`viewer.compass.directions.${point}`)}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function Degrees({ bearing, onTurn }: TurnProps) {
  const t = useText();
  /** The text while it is typed: a 9 may become 90. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears that its field is left
    <div onBlur={() => setTyped(null)}>
      <PlainField
        label={t("tour.north.degrees")}
        type="number"
        dir="ltr"
        inputMode="decimal"
        min={0}
        max={359.9}
        step={0.1}
        value={typed ?? String(Math.round(bearing * 10) / 10)}
        onChange={(text) => {
          setTyped(text);
          if (text.trim() !== "" && Number.isFinite(Number(text))) onTurn(Number(text));
        }}
      />
    </div>
  );
}

const letterLook =
  "grid size-10 place-items-center rounded-full text-base font-strong text-white ring-2 ring-white/80";

/** The letters of the compass in their directions, and the pressed point. */
function letters(north: number, place: Direction): Marker[] {
  const t = translate.get();
  const around = (["n", "e", "s", "w"] as const).map((point, index) =>
    mark({
      id: `letter-${point}`,
      yaw: wrapped(north + index * 90),
      // Above the horizon, where the pressed point does not cover them.
      pitch: 12,
      text: t(`tour.north.letters.${point}`),
      className: cx(letterLook, point === "n" ? "bg-bad" : "bg-glass"),
    }),
  );
  return [...around, draftMark(place)];
}

const wrapped = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

interface Place {
  readonly x: number;
  readonly y: number;
}

const dot =
  "pointer-events-none absolute size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white shadow-pin";
/** A floor plan is not mirrored in Arabic, so positions are not either. */
const at = ({ x, y }: Place) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

interface OnPlanProps {
  sheet: ViewerSheet;
  /** Position of the picture, in shares of the floor plan. */
  from: Place;
  onTurn: (bearing: number) => void;
}

/** A floor plan with this room: a press on the drawn object sets the direction. */
function OnPlan({ sheet, from, onTurn }: OnPlanProps) {
  const t = useText();
  const image = useRef<HTMLImageElement>(null);
  const [there, setThere] = useState<Place | null>(null);
  const press = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    if (image.current === null) return;
    const { left, top, width, height } = image.current.getBoundingClientRect();
    const to = { x: (clientX - left) / width, y: (clientY - top) / height };
    setThere(to);
    onTurn(bearingOnPlan({ from, to, ratio: width / height, north: sheet.north }));
  };
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-strong">{t("tour.north.plan")}</span>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by the keyboard the direction is chosen or typed below */}
      <div
        dir="ltr"
        onClick={press}
        className="relative cursor-crosshair overflow-hidden rounded-md bg-white"
      >
        <img ref={image} src={sheet.image} alt="" draggable={false} className="block w-full" />
        <span className={cx(dot, "bg-accent")} style={at(from)} />
        {there && <span className={cx(dot, "bg-bad")} style={at(there)} />}
      </div>
      <Note>{t("tour.north.plan_marked")}</Note>
    </div>
  );
}
