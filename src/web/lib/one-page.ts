/**
 * Runs the work while no other page of this browser does work of this name; aborting the signal gives up waiting. Web
 * Locks exist in secure contexts only: without them it runs at once, and several pages may do so at the same time.
 */
export async function inOnePage(
  name: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { locks }: { readonly locks?: LockManager } = navigator;
  await (locks === undefined ? work() : locks.request(`sitewalk-${name}`, { signal } as LockOptions, work));
}
