import { admin, inFolder, patiently, signedIn, until } from "./common.ts";
import type { Drill } from "./faults.ts";
import { freePort, killHard, startServer, stopGently } from "./server-process.ts";

const atOnce = 20;

/**
 * Sends twenty equal calls with one idempotency key at once while the server is killed; callers without a response
 * repeat theirs under the same key until they get one. In the end there is exactly one project for each acknowledged
 * key.
 */
export const runDuplicates: Drill = ({ kills, random, say }) =>
  inFolder(async (dataDir) => {
    const port = await freePort();
    const environment = { ...admin, DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "silent" };
    let server = await startServer(port, environment);
    const backMs: number[] = [];
    try {
      const client = await signedIn(server.origin);
      const send = (name: string) =>
        client.send("POST", `${server.origin}/api/projects`, JSON.stringify({ name }), {
          "content-type": "application/json",
          "idempotency-key": `wish-for-${name}`,
        });
      /** 201, or the response that it was done the first time. */
      const isTold = ({ status, body }: Awaited<ReturnType<typeof send>>) =>
        status === 201 || (body as { code?: string }).code === "CALL_DONE";
      const names = Array.from({ length: kills }, (_, n) => `drill-${n}`);
      for (const name of names) {
        const calls = Array.from({ length: atOnce }, () => send(name).catch(() => undefined));
        await new Promise((resume) => setTimeout(resume, random() * 60));
        await killHard(server.child);
        await Promise.all(calls);
        server = await startServer(port, environment);
        const begin = performance.now();
        await until(async () => isTold(await patiently(() => send(name))));
        backMs.push(Math.round(performance.now() - begin));
        say(`${name}: told after ${backMs.at(-1)} ms`);
      }
      const { items } = await client.call("GET /api/projects", {
        query: { search: "drill-", per_page: 100 },
      });
      const countOf = (name: string) => items.filter((project) => project.name === name).length;
      return [
        {
          fault: `kill -9 of the server during ${atOnce} identical calls with one idempotency key`,
          times: kills,
          acknowledged: `${names.length} projects`,
          lost: names.filter((name) => countOf(name) === 0).length,
          wrong: { "created twice": names.filter((name) => countOf(name) > 1).length },
          backMs,
        },
      ];
    } finally {
      await stopGently(server.child);
    }
  });
