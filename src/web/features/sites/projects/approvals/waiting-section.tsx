import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { Loaded } from "#web/shell/list/loaded.tsx";
import { Pager } from "#web/ui/pager.tsx";

export interface WaitingSectionProps<T> {
  /** Id of the heading. */
  id: string;
  title: string;
  /** The heading: gets the focus when no item is left, and announces what remains. */
  titleRef: Ref<HTMLHeadingElement>;
  /** The number of items, as text. */
  count: (total: number) => string;
  list: UseQueryResult<{ readonly items: readonly T[]; readonly total: number }>;
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  skeleton: ReactNode;
  /** Shown when nothing is pending. */
  empty: ReactNode;
  children: (items: readonly T[]) => ReactNode;
}

/** Items that need an answer, page by page. */
export function WaitingSection<T>({
  id,
  title,
  titleRef,
  count,
  list,
  page,
  perPage,
  onPage,
  skeleton,
  empty,
  children,
}: WaitingSectionProps<T>) {
  const total = list.data?.total ?? 0;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
        <h2 id={id} ref={titleRef} tabIndex={-1} className="text-lg font-strong outline-none">
          {title}
        </h2>
        {total > 0 && <span className="text-ink-muted tabular-nums">{count(total)}</span>}
      </div>
      <Loaded query={list} screen="approvals" waiting={skeleton}>
        {({ items }) => (items.length === 0 ? empty : children(items))}
      </Loaded>
      <Pager page={page} perPage={perPage} total={total} onChange={onPage} />
    </section>
  );
}
