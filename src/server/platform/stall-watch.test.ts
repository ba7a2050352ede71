import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

async function standStill(ms: number) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "stall-watch.fixture.ts"), String(ms)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal, text };
}

it("reports that a process stalls, and that it continues", async () => {
  const { code, text } = await standStill(700);
  expect(code).toBe(0);
  const lines = text.trim().split("\n");
  expect(lines.pop()).toBe("over");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ level: 40, msg: "the event loop stands still" }),
      expect.objectContaining({ level: 40, msg: "the event loop turns again" }),
    ]),
  );
}, 20_000);

it("ends one that does not recover", async () => {
  const { signal, text } = await standStill(60_000);
  expect(signal).toBe("SIGKILL");
  expect(text).toContain("the process is ended");
}, 20_000);
