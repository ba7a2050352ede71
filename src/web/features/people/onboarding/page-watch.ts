/** A dialog of the application that needs an answer; neither toasts nor the tour's own. */
const dialog =
  '[role="dialog"]:not(.driver-popover, [aria-modal="false"]), [role="alertdialog"]:not([aria-modal="false"])';

const hasDialog = () => document.querySelector(dialog) !== null;

function onChange(hear: () => void): () => void {
  const observer = new MutationObserver(hear);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Waits until no dialog is open. */
export function whenNoDialog(): Promise<void> {
  if (!hasDialog()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onChange(() => {
      if (hasDialog()) return;
      stop();
      resolve();
    });
  });
}

/** Whether something appears within the given milliseconds. */
export function appears(isThere: () => boolean, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = () => {
      stop();
      clearTimeout(timer);
      resolve(isThere());
    };
    const stop = onChange(() => {
      if (isThere()) settle();
    });
    const timer = setTimeout(settle, milliseconds);
  });
}

export interface PageWatch {
  target: () => Element | null;
  onTargetGone: () => void;
  onDialog: () => void;
}

/** Reports when the target leaves the page and when a dialog opens over it. Returns a function that stops. */
export function watchPage({ target, onTargetGone, onDialog }: PageWatch): () => void {
  return onChange(() => {
    if (hasDialog()) return onDialog();
    const pointedAt = target();
    if (pointedAt !== null && !pointedAt.isConnected) onTargetGone();
  });
}
