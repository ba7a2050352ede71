import { pageLimits } from "#contract/page-limits.ts";

export type ToastTone = "ok" | "bad" | "warn" | "info";

export interface ToastContent {
  tone: ToastTone;
  title: string;
  text?: string;
  /** One action for it, such as undo. The toast closes once it is done. */
  action?: { label: string; onAction: () => void };
}

export interface ToastRequest extends ToastContent {
  /** Milliseconds until it closes by itself. */
  duration: number;
}

type Shower = (request: ToastRequest) => void;

const waiting: ToastRequest[] = [];
let shower: Shower | null = null;
let told: (() => void) | null = null;

/**
 * Shows a toast from anywhere. 5000 ms by default; forms, file controls and bulk actions use `limits.toast.form`.
 * Toasts raised before the page can show them are queued.
 */
export function showToast(content: ToastContent, duration: number = pageLimits.toast.automatic): void {
  const request = { ...content, duration };
  if (shower !== null) return shower(request);
  waiting.push(request);
  told?.();
}

/** Calls back when a toast is queued without a region to show it. Returns an unsubscribe function. */
export function whenToastsWait(tell: () => void): () => void {
  told = tell;
  if (waiting.length > 0) tell();
  return () => {
    if (told === tell) told = null;
  };
}

/** Registers the one region that shows toasts. Returns a function that unregisters it. */
export function serveToasts(show: Shower): () => void {
  shower = show;
  for (const request of waiting.splice(0)) show(request);
  return () => {
    if (shower === show) shower = null;
  };
}
