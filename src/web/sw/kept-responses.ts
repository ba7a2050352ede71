/** Limits of a cache. The least recently used entries are removed first; required ones stay. */
export interface Room {
  readonly count: number;
  /** Bytes; evaluated at each check, because it depends on the quota of the device. */
  readonly bytes: () => Promise<number>;
  readonly isNeeded?: (address: string) => boolean;
  /** The name under which a URL is cached: the same for URLs of the same content. */
  readonly nameOf?: (address: string) => string;
}

const sizeHeader = "x-kept-bytes";
const dayHeader = "x-kept-day";
const today = () => Math.floor(Date.now() / 86_400_000);
/** Assumed size in bytes of a response that does not state its size. */
const usual = 40_000;

interface Entry {
  bytes: number;
  day: number;
}

/**
 * A cache with limits. The Cache interface knows neither sizes nor times and lists entries in insertion order, so both
 * are written into the key's own headers, and a used entry is reinserted once a day: the order is then that of use, to
 * the day, without a write for every read.
 */
export class KeptResponses {
  readonly #name: string;
  readonly #room: Room;
  /** In order of use, oldest first. */
  #entries: Promise<Map<string, Entry>> | undefined;

  constructor(name: string, room: Room) {
    this.#name = name;
    this.#room = room;
  }

  async find(address: string): Promise<Response | undefined> {
    const cache = await caches.open(this.#name);
    const name = this.#nameOf(address);
    // Workers before this one cached everything under its whole URL.
    const found =
      (await cache.match(name, { ignoreVary: true })) ?? (await cache.match(address, { ignoreVary: true }));
    if (found !== undefined) await this.#use(name, found);
    return found;
  }

  async has(address: string): Promise<boolean> {
    const entries = await this.#list();
    return entries.has(this.#nameOf(address)) || entries.has(address);
  }

  /** Caches a response. On a full device half of the entries here are removed, and the next response finds space. */
  async keep(address: string, answer: Response): Promise<void> {
    const bytes = Number(answer.headers.get("content-length") ?? "") || usual;
    const isKept = await this.#put(this.#nameOf(address), answer, bytes).then(
      () => true,
      () => false,
    );
    await this.#trim(isKept ? 1 : 0.5);
  }

  async forget(isMeant: (address: string) => boolean): Promise<void> {
    const cache = await caches.open(this.#name);
    const entries = await this.#list();
    const gone = [...entries.keys()].filter(isMeant);
    for (const address of gone) entries.delete(address);
    await Promise.all(gone.map((address) => cache.delete(address, { ignoreVary: true })));
  }

  /** URLs, the most recently used last. */
  async addresses(): Promise<string[]> {
    return [...(await this.#list()).keys()];
  }

  /** Another page may have deleted the whole cache. */
  reset(): void {
    this.#entries = undefined;
  }

  #nameOf(address: string): string {
    return this.#room.nameOf?.(address) ?? address;
  }

  async #put(address: string, answer: Response, bytes: number): Promise<void> {
    const cache = await caches.open(this.#name);
    const day = today();
    const key = new Request(address, { headers: { [sizeHeader]: String(bytes), [dayHeader]: String(day) } });
    // An entry replaced in place would keep its position in the order.
    await cache.delete(address, { ignoreVary: true });
    await cache.put(key, answer);
    const entries = await this.#list();
    entries.delete(address);
    entries.set(address, { bytes, day });
  }

  async #use(address: string, found: Response): Promise<void> {
    const entries = await this.#list();
    const entry = entries.get(address);
    if (entry === undefined || entry.day === today()) return;
    entry.day = today();
    await this.#put(address, found.clone(), entry.bytes).catch(() => undefined);
  }

  async #trim(share: number): Promise<void> {
    const entries = await this.#list();
    const { count, isNeeded = () => false } = this.#room;
    const most = { count: count * share, bytes: (await this.#room.bytes()) * share };
    const held = { count: entries.size, bytes: 0 };
    for (const { bytes } of entries.values()) held.bytes += bytes;
    const gone = new Set<string>();
    for (const [address, { bytes }] of entries) {
      if (held.count <= most.count && held.bytes <= most.bytes) break;
      if (isNeeded(address)) continue;
      gone.add(address);
      held.count -= 1;
      held.bytes -= bytes;
    }
    if (gone.size > 0) await this.forget((address) => gone.has(address));
  }

  #list(): Promise<Map<string, Entry>> {
    this.#entries ??= readEntries(this.#name);
    return this.#entries;
  }
}

async function readEntries(name: string): Promise<Map<string, Entry>> {
  const keys = await (await caches.open(name)).keys();
  return new Map(
    keys.map(({ url, headers }) => [
      pathOf(url),
      { bytes: Number(headers.get(sizeHeader)) || usual, day: Number(headers.get(dayHeader)) || 0 },
    ]),
  );
}

/** URLs are stored without the host, which is always our own. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
