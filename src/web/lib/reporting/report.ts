import type { ReportingBoot } from "#contract/pages.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

/** Limit of errors kept before the reporter has loaded; more than that is the same error over and over. */
const most = 20;
/** Milliseconds after which the reporter is fetched although the page is still busy. */
const LONGEST = 4_000;
const kept: unknown[] = [];
let tell = (error: unknown): void => {
  if (kept.length < most) kept.push(error);
};
let isOn = false;

/**
 * Captures errors from the first script on, if the page was given a reporting address, and otherwise does nothing. The
 * reporter itself is fetched after the page has painted, and receives the errors captured before. The development
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
      // Offline: captured errors are reported when the connection is back.
      addEventListener("online", () => void load(), { once: true });
    }
  };
  // After the frame that paints, when the page has nothing more urgent to fetch and draw.
  requestAnimationFrame(() => whenIdle(() => void load(), LONGEST));
}

/** Reports an error that was caught, such as one during rendering. Does nothing where reporting is off. */
export function report(error: unknown): void {
  // Errors without an object come from images and third-party scripts.
  if (isOn && error !== null && error !== undefined) tell(error);
}

/** Every page of the product has it in its boot block. */
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
