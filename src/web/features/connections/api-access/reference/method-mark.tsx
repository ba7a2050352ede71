import { cx } from "#web/ui/classes.ts";

const tones: Readonly<Record<string, string>> = {
  GET: "text-ink-muted",
  POST: "text-ok-text",
  PUT: "text-warn-text",
  DELETE: "text-bad-text",
};

/** The method of a call, padded to the longest one. */
export function MethodMark({ method }: { method: string }) {
  return <span className={cx("w-12 shrink-0 font-strong", tones[method] ?? "text-ink-muted")}>{method}</span>;
}
