import type { CurrentUser } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import { session } from "#web/lib/session.ts";
import { appears, watchPage, whenNoDialog } from "./page-watch.ts";
import { tourFrame } from "./tour-frame.ts";
import { tourState } from "./tour-state.ts";
import { type TourStep, tourSteps } from "./tour-steps.ts";

/** How long a screen that was gone to is given before the tour points at it, and at most until it has what it needs. */
export const navigationDelay = limits.shell.tourPause;
const patience = 2500;

export interface TourStart {
  readonly user: Pick<CurrentUser, "username" | "can">;
  /** Opens a screen of the application. */
  readonly go: (path: string) => void;
  readonly steps?: readonly TourStep[];
}

/** Shows somebody around, beginning when no dialog lies over the page. `tourState` says how it goes on. */
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

  /** Goes on to the next step in a direction that can be shown; beyond the last the tour is complete. */
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

  /** Whether what a step points at is on the page, after going to its screen. */
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
        // It was taken away, or the page has the layout of another size.
        onTargetGone: () => {
          const step = steps[at];
          if (step !== undefined && !isMoving) draw(step);
        },
        // A question of the application lies over the page: that comes first.
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

/** Forward is the way one reads: the right arrow in English, the left one in Arabic. */
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
    // Nothing below the tour may act on the same key.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) act();
  };
  addEventListener("keydown", hear, true);
  return () => removeEventListener("keydown", hear, true);
}
