import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { snagPriorities, snagStatuses } from "#contract/choices.ts";

/** Folder of the demo site's pictures; `demo/README.md` says how they were made. */
export const demoFolder = join(import.meta.dirname, "../../../demo");

/** Time of every visit, by the site's own clock. */
export const walkedAt = "09:30:00+04:00";

const Words = z.object({ en: z.string(), ar: z.string() });

const Site = z.object({
  project: z.object({
    name: Words,
    description: Words,
    address: Words,
    latitude: z.number(),
    longitude: z.number(),
    time_zone: z.string(),
    year: z.number(),
    buildings: z.number(),
    floors: z.number(),
    area: z.number(),
  }),
  floors: z.array(z.object({ slug: z.string(), name: Words, plan: z.string() })),
  rooms: z.array(
    z.object({
      slug: z.string(),
      name: Words,
      floor: z.string(),
      /** 0..1 from the floor plan's upper left corner. */
      position: z.object({ x: z.number(), y: z.number() }),
      north: z.number(),
      links: z.array(z.object({ to: z.string(), yaw: z.number(), pitch: z.number() })),
    }),
  ),
  visits: z.array(
    z.object({
      date: z.string(),
      name: Words,
      description: Words,
      /** Picture of each room by its slug, from the demo folder. */
      files: z.record(z.string(), z.string()),
    }),
  ),
  snags: z.array(
    z.object({
      room: z.string(),
      /** Of the visit with the picture that it is pinned in. */
      date: z.string(),
      yaw: z.number(),
      pitch: z.number(),
      title: Words,
      text: Words,
      status: z.enum(snagStatuses),
      priority: z.enum(snagPriorities),
      trade: Words,
      /** Days from the creation of the demo; before 0 it is overdue. */
      due_in: z.number().nullable(),
    }),
  ),
  photos: z.array(
    z.object({
      /** From the demo folder. */
      file: z.string(),
      room: z.string(),
      /** Of the visit on which it was taken. */
      date: z.string(),
      /** Degrees clockwise from north. */
      heading: z.number(),
      caption: Words,
    }),
  ),
  coverage: z.object({
    /** Days after which each room is photographed again. */
    days: z.number(),
    weekend: z.array(z.number()),
    rooms: z.array(z.string()),
  }),
  videos: z.array(
    z.object({
      /** Video and still, from the demo folder. */
      film: z.string(),
      still: z.string(),
      date: z.string(),
      north: z.number(),
      title: Words,
      description: Words,
      comments: z.array(
        z.object({
          seconds: z.number(),
          yaw: z.number(),
          pitch: z.number(),
          is_resolved: z.boolean(),
          text: Words,
        }),
      ),
    }),
  ),
});
export type DemoSite = z.output<typeof Site>;

export async function readDemoSite(): Promise<DemoSite> {
  return Site.parse(JSON.parse(await readFile(join(demoFolder, "site.json"), "utf8")));
}
