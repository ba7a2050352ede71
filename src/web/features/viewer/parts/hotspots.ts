import type { Poi } from "#contract/viewer.ts";
import type { Marker } from "#panorama/types.ts";
import { snagLooks } from "#web/lib/snag-look.ts";
import { element, icon } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import type { IconName } from "../icons.ts";
import { pointKey, sortOf } from "../point-key.ts";

/**
 * Puts what a room holds into its picture: ways to other rooms, what is told, snags. A point that only moves keeps its
 * button, and with it the focus and whatever holds it.
 */
export function showHotspots(frame: Frame): void {
  const { tour, life } = frame;
  const drawn = new Map<string, { readonly looks: string; readonly marker: Marker }>();
  const keep = (point: Poi): Marker | null => {
    const room = tour.rooms.find(({ id }) => id === point.id_room);
    if (point.kind === "link" && !room) return null;
    const id = pointKey(point);
    const { yaw, pitch, version: _, ...rest } = point;
    const looks = JSON.stringify([rest, room?.name]);
    const known = drawn.get(id);
    const marker = known?.looks === looks ? known.marker : made(frame, point);
    drawn.set(id, { looks, marker });
    marker.element?.style.setProperty("--tilt", `${tiltOf(pitch)}deg`);
    return { ...marker, yaw, pitch };
  };
  const show = () => {
    // Always in one order: a button that moves within the document loses the focus.
    const points = tour.points
      .get()
      .toSorted((a, b) => ranks[sortOf(a)] - ranks[sortOf(b)] || a.id - b.id)
      .flatMap((point) => keep(point) ?? []);
    tour.panorama?.setMarkers([...points, ...tour.marks.get()]);
  };
  tour.points.watch(life, show);
  tour.marks.watch(life, show);
  tour.visit.watch(life, show);
  tour.opened.watch(life, (opened) => {
    const key = opened && pointKey(opened);
    for (const [id, { marker }] of drawn) marker.element?.toggleAttribute("data-open", id === key);
  });
}

const ranks = { link: 0, info: 1, snag: 2 } as const;

/** What lies on the floor is the flatter the further away one looks at it; degrees. */
const tiltOf = (pitch: number) => Math.round(Math.min(60, Math.max(15, 78 - Math.abs(pitch) * 1.2)));

function made(frame: Frame, point: Poi): Marker {
  if (point.kind === "link") return way(frame, point);
  return point.kind === "snag" ? snag(frame, point) : info(frame, point);
}

/** An arrow on the floor, the room's name under it. */
function way(frame: Frame, point: Poi): Marker {
  const room = frame.tour.rooms.find(({ id }) => id === point.id_room);
  const name = point.label === "" && room ? roomName(frame, room) : point.label;
  const body = element(
    "button",
    { type: "button", "data-point": pointKey(point), "data-proposed": point.is_proposed },
    element("span", { class: "hotspot-disc" }, icon("walk")),
    element("span", { class: "hotspot-name", dir: "auto" }, name),
  );
  const label = frame.speaker.say("rooms.go_to", { room: name });
  return at(point, { label, element: body, className: "hotspot", anchor: [0.5, 0.3] });
}

const infoIcons = { text: "info", photo: "photo", video: "play", web: "link" } as const satisfies Record<
  string,
  IconName
>;

/** A small light disc: it stands, where a way lies. */
function info({ speaker }: Frame, point: Poi): Marker {
  const kind = point.kind === "link" || point.kind === "snag" ? "text" : point.kind;
  const body = element(
    "button",
    { type: "button", "data-point": pointKey(point), "aria-haspopup": "dialog" },
    element("span", { class: "info-disc" }, icon(infoIcons[kind])),
    element("span", { class: "hotspot-name", dir: "auto" }, point.label),
  );
  const label = `${speaker.say(`points.kinds.${kind}`)}: ${point.label}`;
  return at(point, { label, element: body, className: "info-point", anchor: [0.5, 0.5] });
}

/** A pin with its number; where it stands is said by its colour and by its shape. */
function snag({ speaker }: Frame, point: Poi): Marker {
  const status = point.status ?? "open";
  const number = point.number ?? point.id;
  const body = element(
    "button",
    { type: "button", "data-point": pointKey(point), "aria-haspopup": "dialog", "data-status": status },
    element(
      "span",
      { class: "snag-pin" },
      snagShape(status),
      element("span", { class: "snag-number" }, String(number)),
    ),
    element("span", { class: "hotspot-name", dir: "auto" }, point.label),
  );
  const words = speaker.say("points.snag_marker", {
    n: number,
    status: speaker.say(`points.statuses.${status}`),
  });
  return at(point, {
    label: `${words}. ${point.label}`,
    element: body,
    className: "snag-point",
    anchor: [0.5, 0.5],
  });
}

const space = "http://www.w3.org/2000/svg";

/** The shape that says where a snag stands, as everywhere in the product. */
export function snagShape(status: NonNullable<Poi["status"]>): SVGSVGElement {
  const { tone, outline, sign } = snagLooks[status];
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "snag-shape");
  svg.dataset["tone"] = tone;
  for (const [path, name] of [
    [outline, "snag-outline"],
    [sign, "snag-sign"],
  ] as const) {
    const line = document.createElementNS(space, "path");
    line.setAttribute("d", path);
    line.setAttribute("class", name);
    svg.append(line);
  }
  return svg;
}

const at = (point: Poi, looks: Omit<Marker, "id" | "yaw" | "pitch">): Marker => ({
  id: pointKey(point),
  yaw: point.yaw,
  pitch: point.pitch,
  ...looks,
});
