/**
 * A document without an origin may keep nothing, and falls when it tries; the viewer tries. It is given a storage that
 * forgets with the page.
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
