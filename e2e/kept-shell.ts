import { expect, type Page } from "@playwright/test";

/** Runs in a page: whether the worker controls it and has cached everything that the application needs. */
export async function isShellKept(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return false;
  return (await (await caches.open("sitewalk-shell")).match("/shell/door")) !== undefined;
}

export const whenKept = (page: Page) => expect.poll(() => page.evaluate(isShellKept)).toBe(true);
