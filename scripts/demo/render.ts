import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { EYE, ROOMS, type Room, roomOf, STOREY } from "./building/plan.ts";
import { buildVisit } from "./building/scenes.ts";
import { VISITS } from "./building/visits.ts";
import { type Quality, renderPicture } from "./core/picture.ts";
import { seedOf } from "./core/random.ts";
import { develop } from "./image/develop.ts";
import { writeJpeg } from "./image/jpeg.ts";
import { drawPlans } from "./plan-drawing.ts";
import { fileOf, writeSite } from "./site.ts";

const { values } = parseArgs({
  options: {
    date: { type: "string" },
    room: { type: "string" },
    scale: { type: "string", default: "1" },
    samples: { type: "string", default: "18" },
    quality: { type: "string", default: "80" },
    out: { type: "string" },
    draft: { type: "boolean", default: false },
    pictures: { type: "boolean", default: true },
  },
  allowNegative: true,
});

const OUT = values.out ?? fileURLToPath(new URL("../../demo", import.meta.url));
const scale = Number(values.scale);
const quality: Quality = {
  width: Math.round((3840 * scale) / 8) * 8,
  softWidth: Math.round((960 * Math.min(1, Math.sqrt(scale) * 1)) / 8) * 8,
  softSamples: Number(values.samples),
  edgeSamples: 4,
};

async function renderRoom(visitIndex: number, room: Room): Promise<void> {
  const visit = VISITS[visitIndex]!;
  const started = performance.now();
  const file = fileOf(visit, room);
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const camera = { x: room.x, y: room.y, z: room.floor * STOREY + EYE, heading: room.heading };
  const scene = buildVisit(visitIndex);
  const picture = renderPicture(scene, visit.weather, camera, quality, seedOf(file), (step) =>
    console.log(`  ${seconds()} s ${step}`),
  );
  const pixels = develop(picture, visit.look);
  const minute = String(Number(visit.time.slice(3)) + ROOMS.indexOf(room) * 2).padStart(2, "0");
  const written = await writeJpeg(`${OUT}/${file}`, pixels, picture.width, Number(values.quality), {
    title: `Palm Court Villa, ${room.name.en}, ${visit.name.en}`,
    takenAt: `${visit.date}T${visit.time.slice(0, 2)}:${minute}:00+04:00`,
    heading: room.heading,
    ...(values.draft ? { outputWidth: 3840 } : {}),
  });
  console.log(
    `${file}: ${Math.round(written.bytes / 1024)} KiB at ${written.quality}, ${scene.solids.length} solids, ${seconds()} s`,
  );
}

const dates = values.date ? [Number(values.date) - 1] : VISITS.map((_, i) => i);
const rooms = values.room ? values.room.split(",").map(roomOf) : ROOMS;
for (const i of dates) await mkdir(`${OUT}/${VISITS[i]!.date}`, { recursive: true });
await drawPlans(OUT);
await writeSite(OUT);
if (values.pictures) for (const i of dates) for (const room of rooms) await renderRoom(i, room);
