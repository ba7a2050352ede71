import { cx } from "#web/ui/classes.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export interface LoadingOverlayProps {
  text: string;
  note?: string;
  /** The viewers are dark from the first paint, whatever the theme. */
  isDark?: boolean;
}

/** Covers the page until its content is known. */
export function LoadingOverlay({ text, note, isDark = false }: LoadingOverlayProps) {
  return (
    <output
      {...(isDark && { "data-theme": "dark" })}
      className={cx(
        "fixed inset-0 z-70 flex flex-col items-center justify-center gap-3 text-ink-muted",
        isDark ? "bg-black" : "bg-canvas",
      )}
    >
      <Spinner className="size-6" />
      <p className="text-sm">{text}</p>
      {note !== undefined && <p className="text-xs tabular-nums">{note}</p>}
    </output>
  );
}
