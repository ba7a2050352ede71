import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { boundChild } from "../bounded-child.ts";

export type FromChild =
  /** Number of bytes of the document in its file. */
  | { readonly kind: "written"; readonly bytes: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string }
  /** A file of the store is needed. */
  | { readonly kind: "file"; readonly id: number; readonly key: string };

type ToChild =
  | { readonly kind: "draw"; readonly document: string; readonly order: never; readonly path: string }
  | { readonly kind: "file"; readonly id: number; readonly bytes: Uint8Array | null };

/** The store as seen by a child: through the process that forked it. */
export interface DrawingFiles {
  keptFile(key: string): Promise<{
    readonly bytes: number;
    readonly modifiedAt: Date;
    open(): Promise<Readable>;
  } | null>;
}

/** Writers by kind of document. */
type Writers = Readonly<Record<string, (order: never, files: DrawingFiles) => Readable>>;

/** Serves the process that forked this one (`drawing.ts`): one document after the other, each into a file of its own. */
export function serveDrawings(writers: Writers): void {
  if (boundChild() === undefined) return;
  const asked = new Map<number, (bytes: Uint8Array | null) => void>();
  let last = 0;
  const tell = (report: FromChild) => process.send?.(report);
  const files: DrawingFiles = {
    async keptFile(key) {
      last += 1;
      const id = last;
      const bytes = await new Promise<Uint8Array | null>((resolve) => {
        asked.set(id, resolve);
        tell({ kind: "file", id, key });
      });
      if (bytes === null) return null;
      const content = Buffer.from(bytes);
      return {
        bytes: content.length,
        modifiedAt: new Date(0),
        open: () => Promise.resolve(Readable.from([content])),
      };
    },
  };
  process.on("message", (message: ToChild) => {
    if (message.kind === "file") {
      asked.get(message.id)?.(message.bytes);
      asked.delete(message.id);
      return;
    }
    const { document, order, path } = message;
    draw(writers[document]?.(order, files), path, (bytes) => tell({ kind: "written", bytes })).then(
      () => tell({ kind: "done" }),
      (error: unknown) =>
        tell({ kind: "failed", reason: error instanceof Error ? error.message : String(error) }),
    );
  });
}

async function draw(
  document: Readable | undefined,
  path: string,
  written: (bytes: number) => void,
): Promise<void> {
  if (document === undefined) throw new Error("no such document");
  const file = await open(path, "w");
  try {
    let bytes = 0;
    for await (const chunk of document as AsyncIterable<Buffer>) {
      await file.writeFile(chunk);
      bytes += chunk.length;
      written(bytes);
    }
  } finally {
    await file.close();
  }
}
