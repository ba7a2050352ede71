import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { readConfig } from "#server/config.ts";
import { copyObjects } from "#server/media/copy-objects.ts";
import { createLocalStore } from "#server/media/local-store.ts";
import { isShared, localFolders, openStore } from "#server/media/open-store.ts";
import { createLog } from "#server/platform/log.ts";

/* `npm run objects -- copy to-store` copies the files below DATA_DIR to the store of the S3_ variables, `copy to-disk`
 * copies them back. Both may be stopped and resumed, and run while a server works; see docs/decisions/object-store.md for
 * how to migrate an installation. */
const usage = `
  npm run objects -- copy to-store     from DATA_DIR into the store that S3_BUCKET names
  npm run objects -- copy to-disk      from that store into DATA_DIR
`;
const everyMs = 2000;

async function main(): Promise<number> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [command, direction, surplus] = process.argv.slice(2);
  const isKnown = direction === "to-store" || direction === "to-disk";
  if (command !== "copy" || !isKnown || surplus !== undefined) {
    console.error(usage);
    return 64;
  }
  const config = readConfig(process.env);
  if (!isShared(config)) {
    console.error("S3_BUCKET names no store. Set it, with S3_ENDPOINT and the keys.");
    return 64;
  }
  const { objects, building } = localFolders(config.dataDir);
  await mkdir(building, { recursive: true });
  const disk = createLocalStore(objects, building);
  const store = await openStore(config, createLog("warn"));
  let told = 0;
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  try {
    const report = await copyObjects({
      ...(direction === "to-store" ? { from: disk, to: store } : { from: store, to: disk }),
      onProgress(done) {
        if (performance.now() - told < everyMs) return;
        told = performance.now();
        console.log(`${done.objects} objects, ${megabytes(done.bytes)} MB copied`);
      },
    });
    console.log(
      `${report.copied} objects copied (${megabytes(report.bytes)} MB), ${report.kept} were there already.`,
    );
    for (const key of report.wrong) console.error(`not what its name says, or not whole: ${key}`);
    return report.wrong.length === 0 ? 0 : 1;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
