import { UNSTABLE_ToastQueue as AriaQueue } from "react-aria-components/Toast";
import { limits } from "#contract/limits.ts";
import type { ToastContent } from "#web/lib/toasts.ts";

/** A toast in the region: the content, and whether it is fading out. */
export interface ShownToast extends ToastContent {
  leaving: { subscribe: (listener: () => void) => () => void; get: () => boolean };
}

/**
 * React Aria's queue removes a toast immediately. As specified a toast fades for 300 ms first, so closing, by the timer
 * as well as by hand, marks it as leaving and removes it after the fade.
 */
export class FadingQueue extends AriaQueue<ShownToast> {
  readonly #leaving = new Map<string, () => void>();

  constructor() {
    super({ maxVisibleToasts: 5 });
  }

  show(content: ToastContent, duration: number): void {
    let isLeaving = false;
    const listeners = new Set<() => void>();
    const leaving = {
      get: () => isLeaving,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const key = this.add({ ...content, leaving }, { timeout: duration });
    this.#leaving.set(key, () => {
      isLeaving = true;
      for (const listener of listeners) listener();
    });
  }

  override close(key: string): void {
    const leave = this.#leaving.get(key);
    if (leave === undefined) return;
    this.#leaving.delete(key);
    leave();
    setTimeout(() => super.close(key), limits.toast.fade);
  }
}
