/** Totals that one player of one camera fetched. */
export interface Watched {
  readonly requests: number;
  readonly bytes: number;
  readonly failures: number;
}

/**
 * Plays as players do: fetches the playlist every target duration and each segment once, starting at a random moment
 * within a second.
 */
export async function watch(address: string, milliseconds: number): Promise<Watched> {
  const count = { requests: 0, bytes: 0, failures: 0 };
  const seen = new Set<string>();
  const get = async (url: string): Promise<Buffer | undefined> => {
    count.requests += 1;
    const response = await fetch(url).catch(() => undefined);
    const bytes = response?.ok === true ? Buffer.from(await response.arrayBuffer()) : undefined;
    if (bytes === undefined) count.failures += 1;
    count.bytes += bytes?.length ?? 0;
    return bytes;
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(Math.random() * 1000);
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const begin = performance.now();
    const lines = (await get(address))?.toString().split("\n") ?? [];
    const names = lines.filter((line) => line.startsWith("s-"));
    // Starts with the newest segment alone, as low-latency players do.
    for (const name of seen.size === 0 ? names.slice(-1) : names) {
      if (seen.has(name)) continue;
      await get(new URL(name, address).href);
    }
    for (const name of names) seen.add(name);
    await pause(Math.max(50, 1000 - (performance.now() - begin)));
  }
  return count;
}
