import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { soon } from "#test/soon.ts";

/** Starts the process, and ends its input once it has said the given words. */
async function standStill(ms: number, words: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "stall-watch.fixture.ts"), String(ms)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  await soon(() => expect(text).toContain(words));
  child.stdin.end();
  const [code, signal] = await closed;
  return { code, signal, text };
}

it("reports that a process stalls, and that it continues", async () => {
  const { code, text } = await standStill(700, "turns again");
  expect(code).toBe(0);
  const lines = text.trim().split("\n");
  expect(lines.pop()).toBe("over");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ level: 40, msg: "the event loop stands still" }),
      expect.objectContaining({ level: 40, msg: "the event loop turns again" }),
    ]),
  );
});

it("ends one that does not recover", async () => {
  const { signal, text } = await standStill(60_000, "stands still");
  expect(signal).toBe("SIGKILL");
  expect(text).toContain("the process is ended");
});
