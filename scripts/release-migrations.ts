/**
 * At a release: records its migrations, which must not change from then on. `npm run release-migrations`. Refuses when
 * a released one has been changed.
 */
import { writeFile } from "node:fs/promises";
import { hashMigrations, readReleased, releasedFile } from "./lib/released-migrations.ts";

const [released, present] = await Promise.all([readReleased(), hashMigrations()]);
const changed = Object.keys(released).filter((name) => present[name] !== released[name]);
if (changed.length > 0) {
  process.stderr.write(`Released and changed since: ${changed.join(", ")}\n`);
  process.exitCode = 1;
} else {
  await writeFile(releasedFile, `${JSON.stringify(present, null, 2)}\n`);
  process.stdout.write(`${Object.keys(present).length - Object.keys(released).length} migrations are new.\n`);
}
