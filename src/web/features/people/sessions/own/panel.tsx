import { type ReactNode, useId } from "react";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface PanelProps<T> {
  title: string;
  text: string;
  /** At the end of the title's row. */
  action?: ReactNode;
  /** Result of a React Query hook. */
  query: { data: T | undefined; isPending: boolean; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/** A part of the page about the user's sessions: a heading, and the data once it is loaded. */
export function Panel<T>({ title, text, action, query, children }: PanelProps<T>) {
  const t = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="text-base font-strong">
            {title}
          </h2>
          <p className="text-ink-muted">{text}</p>
        </div>
        {action}
      </div>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isPending ? (
        <Waiting />
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-ink-muted">
          {query.error === null ? t("sessions.failed_load") : errorText(query.error, t)}
          <Button size="sm" onPress={() => void query.refetch()}>
            {t("common.retry")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-16 w-full rounded-lg" />
      <Skeleton className="h-16 w-full rounded-lg" />
    </div>
  );
}

export const rows = "divide-y divide-line overflow-hidden rounded-lg bg-surface ring-1 ring-line";

/** One row of such a list: icon, title, facts, and actions. */
export function PanelRow({
  sign,
  title,
  mark,
  facts,
  action,
}: {
  sign: ReactNode;
  title: string;
  mark?: ReactNode;
  facts: readonly string[];
  action?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      {sign}
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-strong">{title}</span>
          {mark}
        </p>
        <p className="text-xs text-ink-muted">
          {facts.map((fact, index) => (
            <span key={fact}>
              {index > 0 && " · "}
              <span className="tabular-nums">{fact}</span>
            </span>
          ))}
        </p>
      </div>
      {action}
    </li>
  );
}
