import { type CopyGroup, copyGroups } from "#web/lib/copy-part.ts";
import type { Collected } from "./collect.ts";
import type { CopyWorker } from "./worker-calls.ts";

/** Bytes by group. */
export type CopySizes = Readonly<Record<CopyGroup, number>>;

/** Files of a group that are measured; the others are taken to be as large as these on average. */
const sample = 12;
/** Bytes of a file whose size the server does not state, such as a page. */
const usual = 30_000;

/** Returns the size of a copy: its responses, and an estimate of its files. */
export async function measureCopy(
  { files, answerBytes }: Collected,
  worker: CopyWorker,
  signal: AbortSignal,
): Promise<CopySizes> {
  const sizes = await Promise.all(
    copyGroups.map(async (group) => {
      const bytes = await sizeOf(files[group], worker, signal);
      return [group, bytes + answerBytes[group]] as const;
    }),
  );
  return Object.fromEntries(sizes) as CopySizes;
}

async function sizeOf(
  addresses: readonly string[],
  worker: CopyWorker,
  signal: AbortSignal,
): Promise<number> {
  if (addresses.length === 0) return 0;
  const some = spread(addresses);
  const measured = await worker.measure(some, signal);
  const bytes = measured.reduce<number>((sum, size) => sum + (size ?? usual), 0);
  return Math.round((bytes / some.length) * addresses.length);
}

/** Some entries from all over the list: neighbours, such as tiles of one level, have similar sizes. */
function spread(addresses: readonly string[]): string[] {
  if (addresses.length <= sample) return [...addresses];
  const pace = addresses.length / sample;
  return Array.from({ length: sample }, (_, at) => addresses[Math.floor((at + 0.5) * pace)] ?? "");
}

/** Bytes that this device still grants, with a reserve; undefined where the browser does not say. */
export async function bytesLeft(reserveShare: number): Promise<number | undefined> {
  const { storage }: { readonly storage?: StorageManager } = navigator;
  const { quota, usage } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
  if (quota === undefined || usage === undefined) return undefined;
  return Math.max(0, quota * (1 - reserveShare) - usage);
}
