/** One value that parts of the interface can watch, for as long as they live. */
export interface Signal<T> {
  get(): T;
  set(next: T): void;
  /** Calls now and after every change, until the life ends. */
  watch(life: AbortSignal, react: (value: T) => void): void;
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial;
  const watchers = new Set<(value: T) => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const react of watchers) react(value);
    },
    watch(life, react) {
      if (life.aborted) return;
      watchers.add(react);
      life.addEventListener("abort", () => watchers.delete(react), { once: true });
      react(value);
    },
  };
}
