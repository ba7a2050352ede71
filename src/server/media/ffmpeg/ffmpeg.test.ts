import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { createLog } from "#server/platform/log.ts";
import { soon } from "#test/soon.ts";
import { createFfmpeg, FfmpegFailed } from "./ffmpeg.ts";

const log = createLog("silent");
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sitewalk-ffmpeg-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** An executable that claims to be ffmpeg and runs `lines`. */
async function standIn(name: string, lines: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(
    path,
    `#!/bin/sh\n[ "$1" = -version ] && echo "ffmpeg version 9.9-test" && exit\n${lines}\n`,
  );
  await chmod(path, 0o755);
  return path;
}

const run = async (lines: string, job: { seconds?: number; signal?: AbortSignal } = {}) => {
  const ffmpeg = createFfmpeg({ path: await standIn("ffmpeg", lines), log });
  return ffmpeg.run({ args: ["one", "two words"], directory, seconds: 20, ...job }).then(
    () => undefined,
    (error: unknown) => error,
  );
};
const written = (name: string) => readFile(join(directory, name), "utf8");

/** Exited, even if its parent has not reaped it yet. */
async function isGone(pid: number): Promise<boolean> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "State:\tX");
    if (/^State:\s+[XZ]/m.test(status)) return true;
    await new Promise((resume) => setTimeout(resume, 20));
  }
  return false;
}

test("the configured executable is used, or none; a wrong name has no fallback", async () => {
  expect(await createFfmpeg({ path: await standIn("mine", "true"), log }).version()).toBe("9.9-test");
  for (const path of ["none", join(directory, "absent"), "/bin/true"]) {
    const ffmpeg = createFfmpeg({ path, log });
    expect(await ffmpeg.version()).toBeNull();
    const refused = ffmpeg.run({ args: [], directory, seconds: 1 });
    await expect(refused).rejects.toMatchObject({ code: "FFMPEG_MISSING" });
    await expect(refused).rejects.toBeInstanceOf(AppError);
  }
});

test("a child works in its own folder, at low priority, with limited memory and none of our secrets", async () => {
  process.env["APP_KEY_OF_THIS_TEST"] = "secret";
  const lines = 'pwd > where; env > env; nice > nice; ulimit -v > memory; printf "%s\\n" "$@" > args';
  vi.stubEnv("BACKGROUND_PRIORITY", "low");
  expect(await run(lines)).toBeUndefined();
  expect((await written("where")).trim()).toBe(directory);
  expect(await written("env")).not.toContain("secret");
  expect(await written("nice")).toBe("15\n");
  vi.stubEnv("BACKGROUND_PRIORITY", "normal");
  await run("nice > nice");
  expect(await written("nice")).toBe("0\n");
  vi.unstubAllEnvs();
  expect(await written("memory")).toBe(`${(4 * 2 ** 30) / 1024}\n`);
  expect((await written("args")).split("\n")).toEqual(
    expect.arrayContaining(["-nostdin", "-progress", "one", "two words"]),
  );
});

test("it is killed on its timeout, and when its caller's work is aborted", async () => {
  const late = await run("echo $$ > pid; exec sleep 60", { seconds: 1 });
  expect(late).toBeInstanceOf(FfmpegFailed);
  expect(late).toMatchObject({ isVerdict: false, message: expect.stringContaining("no end after 1 s") });
  expect(await isGone(Number(await written("pid")))).toBe(true);

  const work = new AbortController();
  const isAtWork = soon(async () => expect(await written("other-pid")).toMatch(/\d/));
  void isAtWork.then(() => work.abort(new Error("the server stops")));
  const stopped = await run("echo $$ > other-pid; exec sleep 60", { signal: work.signal });
  expect(stopped).toBe(work.signal.reason);
  expect(await isGone(Number(await written("other-pid")))).toBe(true);
});

test("it distinguishes a verdict from a kill and from a full disk, and keeps little of a long error output", async () => {
  expect(await run("exit 1")).toMatchObject({ isVerdict: true, isFull: false });
  expect(await run("kill -9 $$")).toMatchObject({ isVerdict: false, message: "SIGKILL: " });
  expect(await run("echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1")).toMatchObject(
    {
      isVerdict: false,
      isFull: true,
    },
  );
  const long = await run("head -c 3000000 /dev/zero | tr '\\0' x >&2; echo the end >&2; exit 1");
  expect(long).toBeInstanceOf(FfmpegFailed);
  const { message } = long as FfmpegFailed;
  expect(message.length).toBeLessThan(5000);
  expect(message).toContain("the end");
});

test("it reports progress in seconds of the result", async () => {
  const path = await standIn(
    "tells",
    "printf 'frame=1\\nout_time_us=500000\\nout_ti'; sleep 0.1; echo 'me_us=1500000'",
  );
  const seconds: number[] = [];
  await createFfmpeg({ path, log }).run({
    args: [],
    directory,
    seconds: 10,
    onProgress: (done) => void seconds.push(done),
  });
  expect(seconds).toEqual([0.5, 1.5]);
});

test("a killed server leaves no encoder behind", async () => {
  const path = await standIn("stays", "echo $$ > stays-pid; exec sleep 60");
  const module = join(import.meta.dirname, "ffmpeg.ts");
  const script = `
    import { createFfmpeg } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {} };
    await createFfmpeg({ path: ${JSON.stringify(path)}, log }).run({ args: [], directory: ${JSON.stringify(directory)}, seconds: 60 });`;
  const server = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: import.meta.dirname,
    stdio: "ignore",
  });
  const pid = await soon(async () => Number((await written("stays-pid")).trim()));
  server.kill("SIGKILL");
  expect(await isGone(pid)).toBe(true);
});
