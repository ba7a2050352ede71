import { crewLimits } from "#contract/crews.limits.ts";
import type { LinkSession } from "./link-session.ts";

/** Milliseconds after which a page that comes back into sight asks for current data. */
const staleAfter = 60_000;

/**
 * Reports the page as seen after a press, or once it has been visible for three seconds: programs that open the links in
 * emails do neither.
 */
export function watchSeen(session: LinkSession, signal: AbortSignal): void {
  const report = () => void session.reportSeen();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") timer = setTimeout(report, crewLimits.seenAfterMs);
  };
  addEventListener("click", report, { signal });
  document.addEventListener("visibilitychange", follow, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  follow();
}

/** Follows the connection, and loads current data when the page comes back into sight. */
export function watchConnection(session: LinkSession, signal: AbortSignal): void {
  let loadedAt = Date.now();
  const load = () => {
    loadedAt = Date.now();
    void session.refresh();
  };
  session.isOnline.set(navigator.onLine);
  addEventListener(
    "online",
    () => {
      session.wake();
      load();
    },
    { signal },
  );
  addEventListener("offline", () => session.isOnline.set(false), { signal });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "visible" && Date.now() - loadedAt > staleAfter) load();
    },
    { signal },
  );
}

/** Resolves when the connection is back, or after a while, which grows to half a minute. */
export function untilWorthIt(tried: number): Promise<void> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const end = () => {
      controller.abort();
      resolve();
    };
    const timer = setTimeout(end, Math.min(30_000, 2000 * 2 ** Math.min(tried - 1, 4)));
    controller.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    addEventListener("online", end, { signal: controller.signal });
  });
}

/** Snags whose floor plans are fetched ahead, for places without a connection. */
const ahead = 12;

/** From here on this page opens without a connection, with the pictures of the first snags. */
export async function keepPage(session: LinkSession): Promise<void> {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData !== true)
    for (const { plan, crop } of session.page.get().snags.slice(0, ahead))
      for (const address of [crop, plan?.image]) if (address != null) new Image().src = address;
  const { keepVisit } = await import("#web/lib/service-worker.ts");
  await keepVisit();
}
