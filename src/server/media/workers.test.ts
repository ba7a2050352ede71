import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { panorama } from "#test/pictures.ts";
import {
  createWorkers,
  PictureUnreadable,
  WorkerDied,
  type Workers,
  type WorkersOptions,
} from "./workers.ts";

let root: string;
let source: string;
let broken: string;
let workers: Workers | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sitewalk-workers-"));
  source = join(root, "panorama.jpg");
  broken = join(root, "broken.jpg");
  const bytes = await panorama();
  await writeFile(source, bytes);
  await writeFile(broken, bytes.subarray(0, bytes.length / 2));
});

afterEach(async () => {
  await workers?.close();
});

afterAll(() => rm(root, { recursive: true, force: true }));

function hire(options: Partial<WorkersOptions> = {}): Workers {
  workers = createWorkers({ count: 1, ...options });
  return workers;
}

const emptyDirectory = () => mkdtemp(join(root, "set-"));
const ran = async (by: Workers, path = source) => by.run({ source: path, directory: await emptyDirectory() });

test("a child that takes too long is killed, and the next picture gets a new one", async () => {
  const by = hire({ timeoutMs: 30 });
  await expect(ran(by)).rejects.toMatchObject({ death: "time" });
  await expect(ran(by)).rejects.toMatchObject({ death: "time" });
});

test("a child that exceeds its memory ends itself", async () => {
  await expect(ran(hire({ memoryBytes: 80e6 }))).rejects.toMatchObject({ death: "memory" });
});

test("a broken picture is refused by the decoder and its child goes on to the next", async () => {
  const by = hire();
  await expect(ran(by, broken)).rejects.toThrow(PictureUnreadable);
  await expect(ran(by)).resolves.toMatchObject({ width: 3840 });
  if (process.platform === "linux") expect(await childrenOf(process.pid)).toHaveLength(1);
});

test("a folder that is not writable is not blamed on the picture", async () => {
  const refused = hire().run({ source, directory: join(root, "nowhere") });
  await expect(refused).rejects.not.toThrow(PictureUnreadable);
  await expect(refused).rejects.not.toThrow(WorkerDied);
});

test("no more children run than requested, however many pictures wait", async () => {
  const by = hire({ count: 2 });
  const most = { children: 0 };
  const all = Promise.all(Array.from({ length: 5 }, () => ran(by)));
  const look = async () => {
    most.children = Math.max(most.children, (await childrenOf(process.pid)).length);
  };
  const watch = setInterval(() => void look(), 20);
  expect(await all).toHaveLength(5);
  clearInterval(watch);
  if (process.platform === "linux") expect(most.children).toBe(2);
});

test("closing and aborting end running work without blaming the picture", async () => {
  const by = hire();
  const abort = new AbortController();
  const order = { source, directory: await emptyDirectory() };
  const first = by.run(order, () => abort.abort(), abort.signal);
  await expect(first).rejects.toMatchObject({ death: "closed" });
  const second = by.run(order, () => void by.close());
  await expect(second).rejects.toMatchObject({ death: "closed" });
  await expect(ran(by)).rejects.toMatchObject({ death: "closed" });
  expect(await childrenOf(process.pid)).toEqual([]);
});

async function nicenessOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return Number(fields[16]);
}

describe.runIf(process.platform === "linux")("operating system", () => {
  test("a child has a lower priority than its parent and sees none of its environment", async () => {
    vi.stubEnv("APP_KEY", "a secret");
    vi.stubEnv("BACKGROUND_PRIORITY", "low");
    await ran(hire()).finally(() => vi.unstubAllEnvs());
    const [pid = 0] = await childrenOf(process.pid);
    expect(await readFile(`/proc/${pid}/environ`, "utf8")).not.toContain("APP_KEY");
    expect(await nicenessOf(pid)).toBeGreaterThanOrEqual(10);
  });

  test("a child has the priority of its parent where background work does not yield", async () => {
    vi.stubEnv("BACKGROUND_PRIORITY", "normal");
    await ran(hire()).finally(() => vi.unstubAllEnvs());
    const [pid = 0] = await childrenOf(process.pid);
    expect(await nicenessOf(pid)).toBe(await nicenessOf(process.pid));
  });

  test("a child is reused, unless it still holds much of its memory", async () => {
    const thrifty = hire();
    await ran(thrifty);
    const [first] = await childrenOf(process.pid);
    await ran(thrifty);
    expect(await childrenOf(process.pid)).toEqual([first]);
    await thrifty.close();

    const narrow = hire({ memoryBytes: 360e6 });
    await ran(narrow);
    const [tired] = await childrenOf(process.pid);
    // How much it holds after a picture depends on its garbage collector.
    const afterAnother = async () => {
      await ran(narrow);
      return childrenOf(process.pid);
    };
    await expect.poll(afterAnother).not.toContain(tired ?? 0);
  });

  test("a child without work ends after its idle time, and the next picture gets a new one at once", async () => {
    const by = hire({ count: 2, idleMs: 50 });
    await Promise.all([ran(by), ran(by)]);
    await expect.poll(() => childrenOf(process.pid)).toEqual([]);
    await expect(ran(by)).resolves.toMatchObject({ width: 3840 });
  });

  test("pictures one after the other use one child, so that the others end", async () => {
    const by = hire({ count: 2, idleMs: 2000 });
    await Promise.all([ran(by), ran(by)]);
    const used = async () => {
      await ran(by);
      return childrenOf(process.pid);
    };
    await expect.poll(used).toHaveLength(1);
  });

  test("a killed server leaves no child behind, not even in the middle of a picture", async () => {
    const script = `
      import { createWorkers } from ${JSON.stringify(join(import.meta.dirname, "workers.ts"))};
      const workers = createWorkers({ count: 1 });
      for (;;) await workers.run({ source: ${JSON.stringify(source)}, directory: process.argv[1] }).catch(() => {});
    `;
    const args = ["--input-type=module", "--eval", script, await emptyDirectory()];
    const server = spawn(process.execPath, args, { cwd: process.cwd(), stdio: "ignore" });
    const pid = server.pid ?? 0;
    let children: number[] = [];
    while (children.length === 0) {
      await sleep(20);
      children = await childrenOf(pid);
    }
    await sleep(300);
    server.kill("SIGKILL");
    for (let waited = 0; waited < 100 && (await alive(children)).length > 0; waited += 1) await sleep(50);
    expect(await alive(children)).toEqual([]);
  });
});

async function alive(pids: readonly number[]): Promise<number[]> {
  const states = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z");
      return { pid, isAlive: !/\) [ZX]/.test(stat) };
    }),
  );
  return states.flatMap(({ pid, isAlive }) => (isAlive ? [pid] : []));
}

/** Worker processes whose parent is `parent`; none where the system does not show them. */
async function childrenOf(parent: number): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const [stat, command] = await Promise.all([
          readFile(`/proc/${name}/stat`, "utf8").catch(() => ""),
          readFile(`/proc/${name}/cmdline`, "utf8").catch(() => ""),
        ]);
        const [state, ppid] = stat.split(") ")[1]?.split(" ") ?? [];
        return state !== "Z" && Number(ppid) === parent && command.includes("worker-process")
          ? Number(name)
          : 0;
      }),
  );
  return found.filter((pid) => pid > 0);
}
