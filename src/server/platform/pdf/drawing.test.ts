import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { soon } from "#test/soon.ts";
import type { FixtureOrders } from "./drawing.fixture.ts";
import { createDrawing, type Drawing } from "./drawing.ts";

let directory: string;
let until: string;
let drawing: Drawing<FixtureOrders>;
const open = (bounds = {}) =>
  createDrawing<FixtureOrders>({
    script: join(import.meta.dirname, "drawing.fixture.ts"),
    directory,
    fileOf: async (key) => (key === "plan" ? Buffer.from("a plan") : null),
    log: { warn: vi.fn() },
    bounds,
  });
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sitewalk-pdf-"));
  until = join(directory, "go");
});
afterEach(async () => {
  await drawing.close();
  await rm(directory, { recursive: true, force: true });
});
const code = (code: string) => expect.objectContaining({ code });

describe("a document", () => {
  it("that computes without a pause leaves this process free to answer calls", async () => {
    drawing = open();
    const server = createServer((_, reply) => reply.end("here")).listen(0);
    const document = await drawing.draw("computing", { directory, until });
    // The child ends only when this process has answered: if it were drawn here, this would deadlock.
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await reply.text()).toBe("here");
    await writeFile(until, "");
    expect(await text(document)).toBe("begun done");
    server.close();
    await soon(async () => expect(await readdir(directory)).toEqual(["go"]));
  });

  it("waits for a slot, and is refused with an error when too many wait or it has waited too long", async () => {
    drawing = open({ atOnce: 1, waiting: 1, waitSeconds: 600 });
    const first = await drawing.draw("computing", { directory, until });
    const second = drawing.draw("copy", { key: "plan" });
    await expect(drawing.draw("copy", { key: "plan" })).rejects.toEqual(code("PDF_BUSY"));
    await writeFile(until, "");
    expect(await text(first)).toBe("begun done");
    expect(await text(await second)).toBe("a plan");
    await drawing.close();
    await rm(until);
    drawing = open({ atOnce: 1, waitSeconds: 0 });
    await drawing.draw("computing", { directory, until });
    await expect(drawing.draw("copy", { key: "plan" })).rejects.toEqual(code("PDF_BUSY"));
  });

  it("that takes more time or memory than allowed is killed, and the next is drawn", async () => {
    drawing = open({ atOnce: 1, seconds: 3 });
    await expect(drawing.draw("endless", {})).rejects.toEqual(code("PDF_FAILED"));
    await drawing.close();
    drawing = open({ atOnce: 1, memoryBytes: 400 * 2 ** 20 });
    await expect(drawing.draw("hungry", {})).rejects.toEqual(code("PDF_FAILED"));
    expect(await text(await drawing.draw("copy", { key: "plan" }))).toBe("a plan");
    expect(await text(await drawing.draw("copy", { key: "nothing" }))).toBe("none");
  });

  it("whose reader is gone is cancelled, and its slot is free", async () => {
    drawing = open({ atOnce: 1 });
    const left = await drawing.draw("computing", { directory, until });
    left.destroy();
    expect(await text(await drawing.draw("copy", { key: "plan" }))).toBe("a plan");
    await soon(async () => expect(await readdir(directory)).toEqual([]));
  });
});
