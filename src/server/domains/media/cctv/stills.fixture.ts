import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import type { TestApp } from "#test/app.ts";

interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

const plain = (background: Colour) => sharp({ create: { width: 320, height: 180, channels: 3, background } });

export const jpegOf = (background: Colour): Promise<Buffer> => plain(background).jpeg().toBuffer();

/**
 * Creates pictures of one colour each, hour by hour from the morning of 5 January 2026 on, as if they had been taken
 * then.
 */
export async function keepStills(
  {
    dataDir,
    database: { db },
  }: { readonly dataDir: string; readonly database: Pick<TestApp["database"], "db"> },
  id_camera: number,
  count: number,
  { broken = -1 } = {},
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const bytes = await plain({ r: 60 + n, g: 90, b: 120 })
      .webp()
      .toBuffer();
    const image = `portraits/00/still-${id_camera}-${n}.webp`;
    const path = join(dataDir, "media/objects", image);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, n === broken ? bytes.subarray(0, 30) : bytes);
    await db.insertInto("portraits").values({ key: image }).execute();
    const taken_at = new Date(Date.UTC(2026, 0, 5, 5 + n));
    await db
      .insertInto("camera_stills")
      .values({ id_camera, taken_at, image, thumbnail: image, bytes: bytes.length })
      .execute();
  }
}

/** Queues a scheduled job now. */
export async function work({ database: { db } }: Pick<TestApp, "database">, name: string): Promise<void> {
  await sql`insert into pgboss.job (name, data) values (${name}, '{}')`.execute(db);
}
