import type { CurrentUser } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import { session } from "#web/lib/session.ts";
import { appears, watchPage, whenNoDialog } from "./page-watch.ts";
import { tourFrame } from "./tour-frame.ts";
import { tourState } from "./tour-state.ts";
import { type TourStep, tourSteps } from "./tour-steps.ts";

/** Time a screen gets after navigation before the tour points at it, and the maximum until its target appears. */
export const navigationDelay = limits.shell.tourPause;
const patience = 2500;

export interface TourStart {
  readonly user: Pick<CurrentUser, "first_name" | "username" | "can">;
  /** Opens a screen of the application. */
  readonly go: (path: string) => void;
  readonly steps?: readonly TourStep[];
}

/** Starts the tour as soon as no dialog is open. `tourState` reports its status. */
export function startTour({ user, go, steps = tourSteps(user) }: TourStart): void {
  const frame = tourFrame({
    next: () => void move(1),
    back: () => void move(-1),
    cancel: () => end("cancelled"),
  });
  const skipped = new Set<TourStep>();
  let at = -1;
  let isMoving = false;
  let isOver = false;
  const stops: (() => void)[] = [];

  const isLeft = (step: TourStep) =>
    step.isShown() && !skipped.has(step) && (step.path !== undefined || isHere(step));
  const draw = (step: TourStep) => {
    const open = steps.filter((other) => other === step || isLeft(other));
    frame.show(step, { step: open.indexOf(step) + 1, total: open.length });
  };

  /** Goes to the next showable step in a direction; after the last one the tour is complete. */
  async function move(direction: 1 | -1): Promise<void> {
    if (isMoving || isOver) return;
    isMoving = true;
    frame.popover()?.setAttribute("aria-busy", "true");
    for (let next = at + direction; ; next += direction) {
      const step = steps[next];
      if (step === undefined) {
        if (direction === 1) end("complete");
        break;
      }
      if (!step.isShown() || !(await isReached(step))) {
        skipped.add(step);
        continue;
      }
      if (isOver) break;
      skipped.delete(step);
      at = next;
      draw(step);
      break;
    }
    frame.popover()?.removeAttribute("aria-busy");
    isMoving = false;
  }

  /** Whether a step's target is on the page, after navigating to its screen. */
  async function isReached(step: TourStep): Promise<boolean> {
    if (step.path === undefined) return isHere(step);
    if (location.pathname !== step.path) {
      go(step.path);
      await pause(navigationDelay);
    }
    return isOver || isHere(step) || (await appears(() => isHere(step), patience));
  }

  function end(how: "complete" | "cancelled" | "withdrawn"): void {
    if (isOver) return;
    isOver = true;
    for (const stop of stops) stop();
    frame.remove();
    if (how === "withdrawn") tourState.withdraw();
    else tourState.end(how);
  }

  async function begin(): Promise<void> {
    await whenNoDialog();
    if (isOver) return;
    stops.push(
      listenToKeys({
        forward: () => void move(1),
        back: () => void move(-1),
        cancel: () => end("cancelled"),
      }),
      watchPage({
        target: frame.target,
        // It was removed, or the layout changed with the page's size.
        onTargetGone: () => {
          const step = steps[at];
          if (step !== undefined && !isMoving) draw(step);
        },
        // A dialog of the application takes precedence.
        onDialog: () => end("cancelled"),
      }),
    );
    await move(1);
  }

  stops.push(
    session.onUser(() => {
      if (!session.user()) end("withdrawn");
    }),
  );
  void begin();
}

const isHere = ({ find }: TourStep) => find === undefined || find() !== null;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Forward is the reading direction: the right arrow in English, the left one in Arabic. */
function listenToKeys(acts: { forward(): void; back(): void; cancel(): void }): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isRtl = document.documentElement.dir === "rtl";
    const act = {
      Escape: acts.cancel,
      ArrowRight: isRtl ? acts.back : acts.forward,
      ArrowLeft: isRtl ? acts.forward : acts.back,
    }[event.key];
    if (act === undefined) return;
    // Nothing beneath the tour may handle the same key.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) act();
  };
  addEventListener("keydown", hear, true);
  return () => removeEventListener("keydown", hear, true);
}
