import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeDurably } from "#server/platform/postgres/durable-file.ts";
import type { Seal } from "./seal.ts";

/** A seal as remembered on this machine. */
export interface Remembered {
  readonly id: number;
  /** In hex. */
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly sealed_at: string;
}

/** Remembers seals outside the database: cutting off the end there does not reach this copy. */
export interface Witness {
  note(seal: Pick<Seal, "id" | "hash" | "sealed_at">): Promise<void>;
  /** All remembered seals, oldest first. */
  remembered(): Promise<Remembered[]>;
}

/**
 * Two files in the folder: the newest seal, and one of every hour. A new seal must follow the newest one; if not (an
 * older database was restored, or the end was cut off), the old one is kept as well.
 */
export function createWitness(folder: string): Witness {
  const newest = join(folder, "newest-seal.txt");
  const hours = join(folder, "seals.txt");
  const read = async (path: string) =>
    (await readFile(path, "utf8").catch(() => "")).split("\n").flatMap(parse);
  let told: Remembered | undefined;
  return {
    async note({ id, hash, sealed_at }) {
      const seal = { id, hash, sealed_at: sealed_at.toISOString() };
      await mkdir(folder, { recursive: true });
      const before = told ?? (await read(newest)).at(-1);
      const isNext = before !== undefined && before.id < id;
      if (before !== undefined && (!isNext || hourOf(before) !== hourOf(seal)))
        await appendFile(hours, line(before));
      await writeDurably(newest, line(seal), 0o600);
      told = seal;
    },
    async remembered() {
      return [...(await read(hours)), ...(await read(newest))];
    },
  };
}

const hourOf = ({ sealed_at }: Remembered) => sealed_at.slice(0, 13);
const line = ({ id, hash, sealed_at }: Remembered) => `${id} ${hash} ${sealed_at}\n`;

function parse(text: string): Remembered[] {
  const [, id, hash = "", sealed_at = ""] = /^(\d+) ([0-9a-f]{64}) (\S+)$/.exec(text) ?? [];
  return id === undefined ? [] : [{ id: Number(id), hash, sealed_at }];
}
