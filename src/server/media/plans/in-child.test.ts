import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawInChild, PlanTooHeavy } from "./in-child.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sitewalk-plan-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe("a floor plan drawn in a child process", () => {
  const path = join(import.meta.dirname, "../../../../demo/plans/ground-floor.png");
  const draw = (machineBytes?: number) => {
    const order = { source: { path, type: "png", page: 1 }, directory, wanted: "image" } as const;
    return drawInChild(order, { timeoutMs: 60_000, memoryBytes: 1.2e9, machineBytes });
  };

  it("is limited to the memory that the machine allows a child", async () => {
    // Node alone needs more.
    await expect(draw(20e6)).rejects.toBeInstanceOf(PlanTooHeavy);
    expect(await draw(600e6)).toMatchObject({ kind: "image" });
    expect(await draw()).toMatchObject({ kind: "image" });
  });
});
