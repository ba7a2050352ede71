/**
 * The parts of IndexedDB that tests of the browser's storage need and jsdom lacks: databases of stores with keys outside
 * of the values. Values are cloned, as in a browser.
 */
export class MemoryDatabases {
  readonly #databases = new Map<string, Map<string, Map<string, unknown>>>();
  /** Writes fail as on a full device. */
  isFull = false;

  open(name: string) {
    const request = new EventTarget() as EventTarget & { result?: unknown; error?: unknown };
    const isNew = !this.#databases.has(name);
    const tables = this.#databases.get(name) ?? new Map<string, Map<string, unknown>>();
    this.#databases.set(name, tables);
    request.result = {
      createObjectStore: (table: string) => void tables.set(table, new Map()),
      close: () => undefined,
      transaction: () => this.#transaction(tables),
    };
    queueMicrotask(() => {
      if (isNew) request.dispatchEvent(new Event("upgradeneeded"));
      request.dispatchEvent(new Event("success"));
    });
    return request;
  }

  deleteDatabase(name: string): void {
    this.#databases.delete(name);
  }

  names(): string[] {
    return [...this.#databases.keys()];
  }

  #transaction(tables: Map<string, Map<string, unknown>>) {
    const transaction = new EventTarget() as EventTarget & { error: unknown; objectStore?: unknown };
    const run = (act: (table: Map<string, unknown>) => unknown, isWrite: boolean, name: string) => {
      const request = new EventTarget() as EventTarget & { result?: unknown; error?: unknown };
      queueMicrotask(() => {
        if (isWrite && this.isFull) {
          request.error = new DOMException("no room", "QuotaExceededError");
          transaction.error = request.error;
          request.dispatchEvent(new Event("error"));
          transaction.dispatchEvent(new Event("abort"));
          return;
        }
        request.result = structuredClone(act(tables.get(name) ?? new Map<string, unknown>()));
        request.dispatchEvent(new Event("success"));
        transaction.dispatchEvent(new Event("complete"));
      });
      return request;
    };
    transaction.objectStore = (name: string) => ({
      get: (key: string) => run((table) => table.get(key), false, name),
      getAll: () => run((table) => [...table.values()], false, name),
      getAllKeys: () => run((table) => [...table.keys()], false, name),
      put: (value: unknown, key: string) =>
        run((table) => void table.set(key, structuredClone(value)), true, name),
      delete: (key: string) => run((table) => void table.delete(key), false, name),
    });
    return transaction;
  }
}

/** A cache of a browser, by path. */
export class MemoryCache {
  readonly entries = new Map<string, Response>();

  put = async (key: Request | string, answer: Response) => void this.entries.set(pathOf(key), answer);
  match = async (key: Request | string) => this.entries.get(pathOf(key))?.clone();
  delete = async (key: Request | string) => this.entries.delete(pathOf(key));
  keys = async (key?: string) =>
    [...this.entries.keys()]
      .filter((path) => key === undefined || path === key)
      .map((path) => new Request(new URL(path, "https://site.example")));
}

/** The caches of a browser, by name. */
export class MemoryCaches {
  readonly caches = new Map<string, MemoryCache>();

  of(name: string): MemoryCache {
    const cache = this.caches.get(name) ?? new MemoryCache();
    this.caches.set(name, cache);
    return cache;
  }

  open = async (name: string) => this.of(name);
  has = async (name: string) => this.caches.has(name);
  delete = async (name: string) => this.caches.delete(name);
  keys = async () => [...this.caches.keys()];
  match = async (key: Request | string, { cacheName = "" } = {}) => this.caches.get(cacheName)?.match(key);
}

function pathOf(key: Request | string): string {
  const { pathname, search } = new URL(typeof key === "string" ? key : key.url, "https://site.example");
  return pathname + search;
}
