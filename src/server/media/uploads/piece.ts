import { open, rm } from "node:fs/promises";
import { writeAll } from "../receive.ts";

/** Bytes in transit, in a file of this machine: many uploads at once would fill the memory. */
export interface Piece {
  readonly path: string;
  readonly bytes: number;
  write(chunk: Buffer): Promise<void>;
  /** Ends writing. */
  end(): Promise<void>;
  discard(): Promise<void>;
}

/** Creates the file; it must not exist yet. */
export async function openPiece(path: string): Promise<Piece> {
  const handle = await open(path, "wx", 0o600);
  let bytes = 0;
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  return {
    path,
    get bytes() {
      return bytes;
    },
    async write(chunk) {
      await writeAll(handle, chunk, bytes);
      bytes += chunk.length;
    },
    end,
    async discard() {
      await end();
      await rm(path, { force: true });
    },
  };
}
