import { writeFile } from "node:fs/promises";
import { DEPTH, EYE, ROOMS, type Room, WIDTH } from "./building/plan.ts";
import { VISITS, type Visit } from "./building/visits.ts";
import { onPlan, PLANS } from "./plan-drawing.ts";

/** "2026-02-18/01-entrance-hall.jpg": the same name at every date. */
export function fileOf(visit: Visit, room: Room): string {
  return `${visit.date}/${String(ROOMS.indexOf(room) + 1).padStart(2, "0")}-${room.slug}.jpg`;
}

const degrees = (radians: number) => (radians * 180) / Math.PI;
const turn = (angle: number) => ((((angle + 180) % 360) + 360) % 360) - 180;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Direction of the link to another room, seen from this one; degrees, yaw 0 is the picture's centre. */
function linkOf(room: Room, link: Room["links"][number]) {
  const dx = link.x - room.x;
  const dy = link.y - room.y;
  const compass = degrees(Math.atan2(dx, dy));
  const pitch = degrees(Math.atan2(link.z - EYE, Math.hypot(dx, dy)));
  return { to: link.to, yaw: tenth(turn(compass - room.heading)), pitch: tenth(pitch) };
}

function roomEntry(room: Room, index: number) {
  const place = onPlan(room.x, room.y);
  return {
    slug: room.slug,
    order: index + 1,
    name: room.name,
    floor: PLANS[room.floor]!.slug,
    position: { x: place.x, y: place.y },
    metres: { x: room.x, y: room.y, eye: EYE },
    /** Yaw of north. */
    north: tenth(turn(-room.heading)),
    links: room.links.map((link) => linkOf(room, link)),
  };
}

export async function writeSite(out: string): Promise<void> {
  const site = {
    project: {
      name: { en: "Palm Court Villa", ar: "فيلا بالم كورت" },
      description: {
        en: "A two-storey villa, followed from the concrete frame to the finishes.",
        ar: "فيلا من طابقين، متابعة من الهيكل الخرساني حتى التشطيبات.",
      },
      address: {
        en: "Al Barsha South, Dubai, United Arab Emirates",
        ar: "البرشاء جنوب، دبي، الإمارات العربية المتحدة",
      },
      latitude: 25.0672,
      longitude: 55.2415,
      year: 2026,
      buildings: 1,
      floors: PLANS.length,
      /** Square metres over all floors. */
      area: WIDTH * DEPTH * 2,
    },
    floors: PLANS.map(({ slug, name }, i) => ({ slug, name, order: i, plan: `plans/${slug}.png` })),
    rooms: ROOMS.map(roomEntry),
    visits: VISITS.map((visit) => ({
      date: visit.date,
      name: visit.name,
      description: visit.description,
      files: Object.fromEntries(ROOMS.map((room) => [room.slug, fileOf(visit, room)])),
    })),
  };
  await writeFile(`${out}/site.json`, `${JSON.stringify(site, null, 2)}\n`);
}
