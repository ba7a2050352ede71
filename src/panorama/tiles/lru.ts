/** A map that forgets what was used least recently, once it holds more than it may. */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;
  readonly #forget: (value: Value, key: Key) => void;

  /** @param forget frees what a value holds; called for every value that leaves, by whatever way. */
  constructor(capacity: number, forget: (value: Value, key: Key) => void) {
    this.#capacity = capacity;
    this.#forget = forget;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** The value, which counts as a use of it. */
  use(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    const old = this.#entries.get(key);
    if (old !== undefined) {
      this.#entries.delete(key);
      this.#forget(old, key);
    }
    this.#entries.set(key, value);
  }

  /** Forgets the oldest down to the capacity, but never one that `isNeeded`. */
  trim(isNeeded: (key: Key) => boolean): void {
    for (const [key, value] of this.#entries) {
      if (this.#entries.size <= this.#capacity) return;
      if (isNeeded(key)) continue;
      this.#entries.delete(key);
      this.#forget(value, key);
    }
  }

  clear(): void {
    const entries = [...this.#entries];
    this.#entries.clear();
    for (const [key, value] of entries) this.#forget(value, key);
  }
}
