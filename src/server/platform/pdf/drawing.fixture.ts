import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { serveDrawings } from "./serve-drawings.ts";

/** Orders of tests for the child in place of a document. */
export interface FixtureOrders {
  /** Writes a little into the folder of documents, then computes without a pause until a file exists. */
  readonly computing: { readonly directory: string; readonly until: string };
  readonly endless: Record<string, never>;
  readonly hungry: Record<string, never>;
  /** Passes on a file of the store. */
  readonly copy: { readonly key: string };
}

serveDrawings({
  computing: ({ directory, until }: FixtureOrders["computing"]) =>
    Readable.from(
      (async function* () {
        yield Buffer.from("begun ");
        // Its first bytes are in the file and reported before it computes: nothing is reported while it does.
        const isWritten = () =>
          readdirSync(directory).some(
            (name) => name.startsWith("pdf-") && statSync(join(directory, name)).size > 0,
          );
        while (!isWritten()) await setImmediate();
        for (let turn = 0; turn < 50; turn += 1) await setImmediate();
        while (!existsSync(until));
        yield Buffer.from("done");
      })(),
      { objectMode: false, highWaterMark: 1 },
    ),
  endless: () => {
    for (;;) Math.sqrt(2);
  },
  hungry: () =>
    Readable.from(
      (async function* () {
        for (const held = [Buffer.alloc(1)]; held.length > 0; held.push(Buffer.alloc(32 * 2 ** 20, 1)))
          await new Promise((resolve) => setTimeout(resolve, 1));
        yield Buffer.alloc(0);
      })(),
    ),
  copy: ({ key }: FixtureOrders["copy"], files) =>
    Readable.from(
      (async function* () {
        const file = await files.keptFile(key);
        yield file === null ? Buffer.from("none") : await buffer(await file.open());
      })(),
    ),
});
