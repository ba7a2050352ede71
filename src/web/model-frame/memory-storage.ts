/**
 * A document with an opaque origin has no storage, and access to it throws; the viewer tries. This gives it a storage
 * that lasts as long as the page.
 */
export function lendStorage(): void {
  for (const name of ["localStorage", "sessionStorage"] as const)
    Object.defineProperty(globalThis, name, { value: createStorage(), configurable: true });
}

function createStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
