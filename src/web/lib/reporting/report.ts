import type { ReportingBoot } from "#contract/pages.ts";

/** What went wrong before the reporter was there; more than that is the same error over and over. */
const most = 20;
const kept: unknown[] = [];
let tell = (error: unknown): void => {
  if (kept.length < most) kept.push(error);
};
let isOn = false;

/**
 * Watches for errors from the first script on, where the page was told an address for them, and nowhere else. The
 * reporter itself is fetched when the page has been painted, and is told what happened before. The development
 * server reports nothing.
 */
export function startReporting(): void {
  const where = import.meta.env.DEV ? undefined : readWhere();
  if (where === undefined || isOn) return;
  isOn = true;
  const onError = ({ error }: ErrorEvent) => report(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason);
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);

  const load = async () => {
    try {
      const { openReporter } = await import("./reporter.ts");
      removeEventListener("error", onError);
      removeEventListener("unhandledrejection", onRejection);
      tell = openReporter(where);
      for (const error of kept.splice(0)) tell(error);
    } catch {
      // The line is down: what is kept can be told when it is back.
      addEventListener("online", () => void load(), { once: true });
    }
  };
  // After the frame that paints, when the page has nothing more urgent to fetch and draw.
  requestAnimationFrame(() => whenIdle(() => void load()));
}

/** An error that was caught on its way, such as one while a screen was drawn. Says nothing where nobody wants to know. */
export function report(error: unknown): void {
  // Errors without an object come from pictures and foreign scripts.
  if (isOn && error !== null && error !== undefined) tell(error);
}

/** Safari has no idle callbacks. */
function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: 4000 });
  else setTimeout(act, 1000);
}

/** Every page of the product says it in its boot block. */
function readWhere(): ReportingBoot | undefined {
  try {
    const boot = JSON.parse(document.querySelector("#boot")?.textContent ?? "") as {
      reporting?: ReportingBoot;
    };
    return boot.reporting;
  } catch {
    return undefined;
  }
}
