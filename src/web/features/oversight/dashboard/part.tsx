import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";

interface PartProps {
  id: string;
  title: string;
  /** Beside the title, smaller. */
  note?: ReactNode;
  /** At the end: the link to more. */
  more?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A part of the dashboard under its own heading. */
export function Part({ id, title, note, more, children, className }: PartProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-lg font-strong">
          {title}
          {note !== undefined && (
            // The space is read out: without it "Open snags" and "6" are one word.
            <>
              {" "}
              <span className="ms-1 text-sm font-normal text-ink-muted">{note}</span>
            </>
          )}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

/** Replaces one part that failed; the others stay. */
export function PartFailure({ onRetry, className }: { onRetry: () => void; className?: string }) {
  const t = useText();
  return (
    <div
      role="alert"
      className={cx(
        "flex flex-wrap items-center justify-between gap-3 rounded-lg bg-surface px-4 py-3 ring-1 ring-line",
        className,
      )}
    >
      <p className="text-ink-muted">{t("dashboard.failed")}</p>
      <Button size="sm" icon={RotateCw} onPress={onRetry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}
