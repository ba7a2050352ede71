import { pageLimits } from "#contract/page-limits.ts";

export type ToastTone = "ok" | "bad" | "warn" | "info";

export interface ToastContent {
  tone: ToastTone;
  title: string;
  text?: string;
  /** One thing to do about it, such as undoing. The toast leaves when it is done. */
  action?: { label: string; onAction: () => void };
}

export interface ToastRequest extends ToastContent {
  /** Milliseconds until it leaves by itself. */
  duration: number;
}

type Shower = (request: ToastRequest) => void;

const waiting: ToastRequest[] = [];
let shower: Shower | null = null;
let told: (() => void) | null = null;

/**
 * Shows a toast from anywhere. 5000 ms unless told otherwise; forms, file controls and bulk actions use
 * `limits.toast.form`. What is raised before the page can show it waits.
 */
export function showToast(content: ToastContent, duration: number = pageLimits.toast.automatic): void {
  const request = { ...content, duration };
  if (shower !== null) return shower(request);
  waiting.push(request);
  told?.();
}

/** Says when a toast waits for somebody who shows it. Returns what ends it. */
export function whenToastsWait(tell: () => void): () => void {
  told = tell;
  if (waiting.length > 0) tell();
  return () => {
    if (told === tell) told = null;
  };
}

/** The one region that shows toasts says so here. Returns what ends it. */
export function serveToasts(show: Shower): () => void {
  shower = show;
  for (const request of waiting.splice(0)) show(request);
  return () => {
    if (shower === show) shower = null;
  };
}
