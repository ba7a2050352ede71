import { execFile } from "node:child_process";
import { chmod, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { admin, inFolder, patiently, signedIn } from "./common.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { freePort, type ServerProcess, startServer, stopGently } from "./server-process.ts";

const run = promisify(execFile);

/** A tmpfs volume of this many megabytes; only root can mount one. */
async function volume(path: string, megabytes: number) {
  await mkdir(path, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  await chmod(path, 0o755);
  return {
    grow: (to: number) => run("mount", ["-o", `remount,size=${to}m`, path]),
    leave: () => run("umount", ["-l", path]),
  };
}

/** Fills the volume of the pictures, then that of the database; both get free space again, and nothing is restarted. */
export const runDisk: Drill = async ({ say }) => {
  const pictures = await pictureVolume(say);
  return [pictures, await databaseVolume(say)];
};

const pictureVolume = (say: (line: string) => void): Promise<FaultLine> =>
  inFolder(async (dataDir) => {
    const media = await volume(join(dataDir, "media"), 120);
    let server: ServerProcess | undefined;
    try {
      server = await startServer(await freePort(), { ...admin, DATA_DIR: dataDir, DEMO: "off" });
      const client = await signedIn(server.origin);
      const { id: id_project } = await client.call("POST /api/projects", { body: { name: "Full" } });
      const rooms: number[] = [];
      let visit = 0;
      const bring = async (seed: number) => {
        if (seed % 10 === 0) {
          const body = { id_project, name: `Walk ${seed}`, visit_date: "2026-03-01T08:00:00Z" };
          visit = (await client.call("POST /api/visits", { body })).id;
        }
        const bytes = Buffer.concat([await panorama({ seed }), Buffer.alloc(6_000_000, seed)]);
        return client.upload(
          "POST /api/rooms",
          { id_visit: String(visit) },
          { file: { name: "a.jpg", bytes } },
        );
      };
      let refusal = { status: 0, code: "" };
      for (let seed = 0; seed < 60 && refusal.status === 0; seed += 1) {
        const { status, body } = await bring(seed);
        if (status === 201) rooms.push((body as { data: { id: number } }).data.id);
        else refusal = { status, code: (body as { code: string }).code };
      }
      say(`full after ${rooms.length} rooms: ${refusal.status} ${refusal.code}`);
      const worksWhenFull = await stillWorks(client, server.origin);
      const halves = (await readdir(join(dataDir, "media/incoming"))).length;
      await media.grow(400);
      const begin = performance.now();
      await patiently(async () => {
        const { status } = await bring(100);
        if (status !== 201) throw new Error(`still refused with ${status}`);
      });
      const backMs = [Math.round(performance.now() - begin)];
      const { items } = await client.call("GET /api/visits", { query: { per_page: 100 } });
      const visits = await Promise.all(
        items.map(({ id }) => client.call("GET /api/visits/{id}", { params: { id } })),
      );
      const there = new Set(visits.flatMap((one) => one.rooms.map(({ id }) => id)));
      return {
        fault: "the volume of photos fills up, then gets more space",
        times: 1,
        acknowledged: `${rooms.length} rooms`,
        lost: rooms.filter((id) => !there.has(id)).length,
        wrong: {
          "not refused as full": refusal.status === 507 ? 0 : 1,
          "left half-written": halves,
          "calls that stopped working": worksWhenFull,
        },
        backMs,
      };
    } finally {
      if (server !== undefined) await stopGently(server.child);
      await media.leave();
    }
  });

const databaseVolume = (say: (line: string) => void): Promise<FaultLine> =>
  inFolder(async (dataDir) => {
    const disk = await volume(join(dataDir, "postgres"), 220);
    let server: ServerProcess | undefined;
    try {
      server = await startServer(await freePort(), { ...admin, DATA_DIR: dataDir, DEMO: "off" });
      const client = await signedIn(server.origin);
      const names: string[] = [];
      const write = async (n: number) => {
        const name = `drill-${n}`;
        const { status } = await client.raw("POST /api/projects", { body: { name } });
        if (status === 201) names.push(name);
        return status;
      };
      const { filled, empty } = await fill(join(dataDir, "postgres"));
      const refused: number[] = [];
      for (let n = 0; n < 4000 && refused.length < 5; n += 1) {
        const status = await write(n);
        if (status !== 201) refused.push(status);
      }
      say(`${filled} MB filled; after ${names.length} projects refused with ${refused.join(", ")}`);
      const worksWhenFull = await stillWorks(client, server.origin);
      await empty();
      await disk.grow(500);
      const begin = performance.now();
      await patiently(async () => {
        if ((await write(1000)) !== 201) throw new Error("still refused");
      });
      const backMs = [Math.round(performance.now() - begin)];
      const found = new Set<string>();
      for (let page = 1, more = true; more; page += 1) {
        const { items, total } = await client.call("GET /api/projects", { query: { per_page: 100, page } });
        for (const { name } of items) found.add(name);
        more = page * 100 < total;
      }
      return {
        fault: "the volume of the database fills up, then gets more space",
        times: 1,
        acknowledged: `${names.length} projects`,
        lost: names.filter((name) => !found.has(name)).length,
        wrong: {
          "process ended": server.child.exitCode === null ? 0 : 1,
          "calls that stopped working": worksWhenFull,
        },
        backMs,
        seen: `refused with ${[...new Set(refused)].join(", ")}`,
      };
    } finally {
      if (server !== undefined) await stopGently(server.child);
      await disk.leave();
    }
  });

/** Leaves so little space that the next WAL segments do not fit. */
async function fill(folder: string): Promise<{ filled: number; empty(): Promise<unknown> }> {
  const { stdout } = await run("df", ["-m", "--output=avail", folder]);
  const filled = Math.max(0, Number(stdout.split("\n")[1]) - 2);
  const path = join(folder, "in-the-way");
  await run("dd", ["if=/dev/zero", `of=${path}`, "bs=1M", `count=${filled}`]);
  return { filled, empty: () => run("rm", [path]) };
}

/** Number of failing calls among those that need no space: a list, the health check, a sign-in page. */
async function stillWorks(client: TestClient, origin: string): Promise<number> {
  const statuses = await Promise.all([
    client.raw("GET /api/projects", { query: {} }).then(({ status }) => status),
    client.raw("GET /api/user").then(({ status }) => status),
    fetch(`${origin}/api/health`).then(({ status }) => status),
    fetch(`${origin}/api/csrf-token`).then(({ status }) => status),
  ]);
  return statuses.filter((status) => status !== 200).length;
}
