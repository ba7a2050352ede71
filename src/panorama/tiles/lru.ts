/** A map that drops the least recently used value once it exceeds its capacity. */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;
  readonly #forget: (value: Value, key: Key) => void;

  /** @param forget frees the resources of a value; called for every value that leaves, in any way. */
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

  /** Returns the value and marks it as used. */
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

  /** Drops the oldest down to the capacity, but never one that `isNeeded`. */
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
