import { type ReactNode, useEffect, useEffectEvent } from "react";
import { type Selection, useSelection } from "#web/lib/selection.ts";
import { Pager } from "#web/ui/pager.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import type { FailureScreen } from "../screen-failure.ts";
import { Loaded, type Loading } from "./loaded.tsx";
import { NoMatch } from "./no-match.tsx";

interface Listed {
  readonly id: number;
}

/** A list as the server returns it, page by page. */
export interface ListQuery<T>
  extends Loading<{
    readonly items: readonly T[];
    readonly total: number;
    /** There are more than `total`, which the server does not count. */
    readonly is_more?: boolean | undefined;
  }> {
  /** The shown data belongs to the previous page or filters, until the next data loads. */
  readonly isPlaceholderData: boolean;
}

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
}

export interface ListBodyProps<T> {
  list: ListQuery<T>;
  /** The screen whose message is shown when loading failed. */
  screen?: FailureScreen;
  /** Shown while loading; rows by default. */
  waiting?: ReactNode;
  /** Shown when there are no records at all. */
  none?: ReactNode;
  /** Shown when the filters match nothing; by default a button to clear them. */
  noMatch?: ReactNode;
  /** Whether the filters may be why records are missing. */
  isNarrowed: boolean;
  /** Clears the filters. */
  onClear: () => void;
  /** Undefined where all is shown at once. */
  paging?: Paging | undefined;
  /** Actions for the selected records; rendered while there are any. */
  renderBar?: ((selection: Selection, shown: readonly T[]) => ReactNode) | undefined;
  /** The cards or the table. */
  children: (items: readonly T[], selection: Selection) => ReactNode;
}

/** Below the tools of a list: its records, its pages and the bar of the selection, or why it is empty. */
export function ListBody<T extends Listed>(props: ListBodyProps<T>) {
  const { list, screen, waiting = <RowsSkeleton />, none, isNarrowed, paging } = props;
  const isBeyond = useExistingPage(paging, list.isPlaceholderData ? undefined : list.data);
  return (
    <Loaded query={list} screen={screen} waiting={waiting}>
      {({ items, total, is_more }) =>
        isBeyond ? (
          waiting
        ) : items.length > 0 ? (
          <Items {...props} items={items} total={total} isMore={is_more === true} />
        ) : isNarrowed || none === undefined ? (
          (props.noMatch ?? <NoMatch onClear={props.onClear} />)
        ) : (
          none
        )
      }
    </Loaded>
  );
}

interface ItemsProps<T> extends Pick<ListBodyProps<T>, "list" | "paging" | "renderBar" | "children"> {
  items: readonly T[];
  total: number;
  isMore: boolean;
}

function Items<T extends Listed>(props: ItemsProps<T>) {
  const { list, items, total, isMore, paging, renderBar, children } = props;
  const selection = useSelection(items.map(({ id }) => id));
  return (
    <div className={list.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
      {children(items, selection)}
      {paging && (
        <Pager
          page={paging.page}
          perPage={paging.perPage}
          total={total}
          isMore={isMore}
          isLast={items.length < paging.perPage}
          onChange={paging.onPage}
        />
      )}
      {selection.ids.size > 0 && renderBar?.(selection, items)}
    </div>
  );
}

/** A URL may name a page that no longer exists; then the last page is shown. Returns whether it does. */
function useExistingPage(paging: Paging | undefined, data: ListQuery<unknown>["data"]): boolean {
  const page = paging?.page ?? 1;
  const isUncounted = data?.is_more === true && data.items.length > 0;
  const last =
    paging === undefined || data === undefined || isUncounted
      ? page
      : Math.max(1, Math.ceil(data.total / paging.perPage));
  const correct = useEffectEvent(() => paging?.onPage(last));
  useEffect(() => {
    if (page > last) correct();
  }, [page, last]);
  return page > last;
}
