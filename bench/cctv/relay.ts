import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { openCameras } from "#server/cameras/index.ts";
import { createFfmpeg } from "#server/media/ffmpeg/ffmpeg.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";

/**
 * Runs the relay alone in a process, so that its CPU is the relay's. Receives the camera's address and prints the
 * address to watch.
 */
const [url = "", username = "", password = ""] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
process.once("SIGTERM", () => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
});
const cameras = openCameras({
  key: createAppKey("b".repeat(32)),
  clock: systemClock,
  ffmpeg: createFfmpeg({ path: "none", log: createLog("silent") }),
  dataDir,
  networks: () => ["127.0.0.1"],
  sourceOf: async () => ({ source: { url, username, password }, gate: "" }),
});
const app = fastify({
  serverFactory: (handler) => createServer(handler),
  routerOptions: { maxParamLength: 2048 },
});
await app.register(cameras.plugin);
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
process.on("message", () => {
  const viewer = Math.random().toString(36).slice(2, 12);
  const { hls } = cameras.addresses(1, { viewer, gate: "", ends: new Date(Date.now() + 600_000) });
  process.send?.(`http://127.0.0.1:${port}${hls}`);
});
process.send?.("ready");
