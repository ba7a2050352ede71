import { ChevronUp, Image, Info, Link, Play } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Poi } from "#contract/viewer.ts";
import type { Marker } from "#panorama/types.ts";
import { snagStatusStyles } from "#web/lib/snag-status-style.ts";
import { watch } from "#web/lib/store.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ShapeMark } from "#web/ui/shape-mark.tsx";
import { type Frame, roomName, useFrame } from "../frame.ts";
import { pointKey, sortOf } from "../point-key.ts";
import { discClass, nameClass, wayClass } from "./hotspot-classes.ts";

/** A point as it is drawn: its button belongs to the engine, which moves it. */
interface Drawn {
  readonly id: string;
  /** Digest of the point's visible data: only a change of it renders. */
  readonly looks: string;
  readonly point: Poi;
  readonly name: string;
  readonly button: HTMLButtonElement;
}

/**
 * Draws the points of a room into its picture: links to other rooms, info points, snags. A point that only moves keeps
 * its button, with the focus and any pointer capture; dragging renders nothing.
 */
export function Hotspots() {
  const t = useText();
  const frame = useFrame();
  const [faces, setFaces] = useState<readonly Drawn[]>([]);
  useLayoutEffect(() => {
    const { tour } = frame;
    const own = new AbortController();
    let known = new Map<string, Drawn>();
    const show = () => {
      const points = inOneOrder(tour.points.get()).filter((point) => leadsSomewhere(frame, point));
      const drawn = points.map((point) => drawnAs(frame, point, known.get(pointKey(point))));
      const isSame = drawn.length === known.size && drawn.every((one) => known.get(one.id) === one);
      known = new Map(drawn.map((one) => [one.id, one]));
      tour.panorama?.setMarkers([
        ...drawn.map((one, place) => markerOf(t, one, points[place] ?? one.point)),
        ...tour.marks.get(),
      ]);
      if (!isSame) setFaces(drawn);
    };
    watch(tour.points, own.signal, show);
    watch(tour.marks, own.signal, show);
    watch(tour.visit, own.signal, show);
    watch(tour.opened, own.signal, (opened) => {
      const key = opened && pointKey(opened);
      for (const { id, button } of known.values()) button.toggleAttribute("data-open", id === key);
    });
    return () => own.abort();
  }, [frame, t]);
  return faces.map((one) => createPortal(<Face drawn={one} />, one.button, one.id));
}

const ranks = { link: 0, info: 1, snag: 2 } as const;

/** Keeps one order: a button that moves within the document loses the focus. */
const inOneOrder = (points: readonly Poi[]) =>
  points.toSorted((a, b) => ranks[sortOf(a)] - ranks[sortOf(b)] || a.id - b.id);

const roomOf = ({ tour }: Frame, point: Poi) => tour.rooms.find(({ id }) => id === point.id_room);

const leadsSomewhere = (frame: Frame, point: Poi) =>
  point.kind !== "link" || roomOf(frame, point) !== undefined;

function drawnAs(frame: Frame, point: Poi, before: Drawn | undefined): Drawn {
  const { yaw: _yaw, pitch, version: _version, ...rest } = point;
  const room = roomOf(frame, point);
  const name = point.kind === "link" && point.label === "" && room ? roomName(frame, room) : point.label;
  const looks = JSON.stringify([rest, name]);
  const button = before?.button ?? document.createElement("button");
  button.dataset["point"] = pointKey(point);
  button.toggleAttribute("data-proposed", point.is_proposed === true);
  if (point.kind !== "link") button.setAttribute("aria-haspopup", "dialog");
  button.style.setProperty("--tilt", `${tiltOf(pitch)}deg`);
  return before?.looks === looks ? before : { id: pointKey(point), looks, point, name, button };
}

/** Tilt of floor arrows in degrees: the flatter, the farther away. */
const tiltOf = (pitch: number) => Math.round(Math.min(60, Math.max(15, 78 - Math.abs(pitch) * 1.2)));

const infoIcons = { text: Info, photo: Image, video: Play, web: Link } as const;
type InfoKind = keyof typeof infoIcons;
const infoKind = ({ kind }: Poi): InfoKind => (kind === "link" || kind === "snag" ? "text" : kind);

const standing =
  "group/point grid size-11 cursor-default place-items-center rounded-full hover:z-1 focus-visible:z-1 data-open:z-1 data-open:before:absolute data-open:before:inset-0 data-open:before:rounded-full data-open:before:border-2 data-open:before:border-white";

/** The engine's marker of a point; `now` may be newer than what is drawn. */
function markerOf(t: Translate, { id, point, name, button }: Drawn, now: Poi): Marker {
  const at = { id, element: button, yaw: now.yaw, pitch: now.pitch };
  switch (sortOf(point)) {
    case "link":
      return {
        ...at,
        label: t("viewer.rooms.go_to", { room: name }),
        className: wayClass,
        anchor: [0.5, 0.3],
      };
    case "snag": {
      const status = t(`viewer.points.statuses.${point.status ?? "open"}`);
      const words = t("viewer.points.snag_marker", { n: point.number ?? point.id, status });
      return { ...at, label: `${words}. ${name}`, className: standing, anchor: [0.5, 0.5] };
    }
    case "info":
      return {
        ...at,
        label: `${t(`viewer.points.kinds.${infoKind(point)}`)}: ${name}`,
        className: standing,
        anchor: [0.5, 0.5],
      };
  }
}

function Face({ drawn: { point, name } }: { drawn: Drawn }) {
  switch (sortOf(point)) {
    case "link":
      return <WayFace name={name} />;
    case "snag":
      return <SnagFace point={point} name={name} />;
    case "info":
      return <InfoFace kind={infoKind(point)} name={name} />;
  }
}

/** Names appear on hover or focus; touch has neither, so they stay visible. */
function Name({ children, className }: { children: string; className?: string }) {
  return (
    <span dir="auto" className={cx(nameClass, className)}>
      {children}
    </span>
  );
}

/** An arrow on the floor, the room's name upright under it. */
export function WayFace({ name }: { name: string }) {
  return (
    <>
      <span className={discClass}>
        <Icon of={ChevronUp} />
      </span>
      <Name>{name}</Name>
    </>
  );
}

const grows =
  "transition-[scale] group-hover/point:scale-114 group-focus-visible/point:scale-114 group-data-open/point:scale-114";

/** A small light disc: upright, to differ from a link, which is flat. */
function InfoFace({ kind, name }: { kind: InfoKind; name: string }) {
  return (
    <>
      <span
        className={cx("grid size-8 place-items-center rounded-full bg-white text-black shadow-pin", grows)}
      >
        <Icon of={infoIcons[kind]} className="size-[19px] stroke-2" />
      </span>
      <Name className="absolute top-full">{name}</Name>
    </>
  );
}

/** A pin with its number; its status is shown by colour and by shape. */
function SnagFace({ point, name }: { point: Poi; name: string }) {
  return (
    <>
      <span className={cx("relative grid", grows)}>
        <ShapeMark look={snagStatusStyles[point.status ?? "open"]} isOnPicture className="size-7.5" />
        <span className="absolute start-[60%] -bottom-[7px] min-w-[17px] rounded-full bg-glass-dense px-1 text-center text-[11px] leading-4 font-strong text-white tabular-nums ring-1 ring-white/75">
          {point.number ?? point.id}
        </span>
      </span>
      <Name className="absolute top-full">{name}</Name>
    </>
  );
}
