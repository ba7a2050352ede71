import { setTimeout as pause } from "node:timers/promises";
import { panorama } from "../pictures.ts";
import { PartsClient } from "../tus.ts";
import { openBadLine } from "./bad-line.ts";
import { admin, inFolder, patiently, signedIn } from "./common.ts";
import type { Drill } from "./faults.ts";
import { freePort, startServer, stopGently } from "./server-process.ts";

/** As the product's own page sends them. */
const part = 512 * 1024;
const pictures = 10;

/**
 * Ten pictures over the line of a building site: slow, far, cut every few seconds, dark now and then. Each goes on where
 * the server says it stopped. What is sent more than once is what a cut part had already sent.
 */
export const runLink: Drill = ({ random, say }) =>
  inFolder(async (dataDir) => {
    const port = await freePort();
    const server = await startServer(port, { ...admin, DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "silent" });
    const line = await openBadLine({ port, delayMs: 40, bytesPerSecond: 4_000_000 });
    const ending = new AbortController();
    let cuts = 0;
    const cutting = (async () => {
      while (!ending.signal.aborted) {
        await pause(1000 + random() * 3000);
        if (random() < 0.2) await line.blackOut(1000);
        cuts += line.cut();
      }
    })();
    try {
      const client = await signedIn(server.origin);
      const { id: id_project } = await client.call("POST /api/projects", { body: { name: "Far away" } });
      const body = { id_project, name: "Walk", visit_date: "2026-03-01T08:00:00Z" };
      const visit = await client.call("POST /api/visits", { body });
      const far = new PartsClient(await signedIn(line.origin), line.origin);
      const backMs: number[] = [];
      let bytes = 0;
      for (let n = 0; n < pictures; n += 1) {
        const content = Buffer.concat([await panorama({ seed: n }), Buffer.alloc(3_000_000, n)]);
        bytes += content.length;
        const id = await patiently(() => far.begun(visit.id, content.length), 60_000);
        for (let offset = 0; offset < content.length; ) {
          const reply = await far
            .part(id, offset, content.subarray(offset, offset + part))
            .catch(() => undefined);
          if (reply?.status === 204) {
            offset = Number(reply.headers.get("upload-offset"));
            continue;
          }
          const begin = performance.now();
          offset = await patiently(() => far.offset(id), 60_000);
          backMs.push(Math.round(performance.now() - begin));
        }
        await patiently(async () => {
          const reply = await far.finish(id, visit.id);
          if (reply.status !== 201 && reply.status !== 200) throw new Error(`refused with ${reply.status}`);
        }, 60_000);
        say(`picture ${n + 1} of ${pictures}: ${cuts} cuts so far`);
      }
      const { rooms } = await client.call("GET /api/visits/{id}", { params: { id: visit.id } });
      return [
        {
          fault:
            "a line of 4 MB/s and 80 ms there and back, cut every 1 to 4 s, one time in five dark for 1 s",
          times: cuts,
          acknowledged: `${pictures} pictures of ${Math.round(bytes / pictures / 1e5) / 10} MB in parts`,
          lost: pictures - rooms.length,
          wrong: {},
          backMs,
          seen: `sent ${(line.sentUp() / bytes).toFixed(2)} × their size`,
        },
      ];
    } finally {
      ending.abort();
      await cutting;
      await line.close();
      await stopGently(server.child);
    }
  });
