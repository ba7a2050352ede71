import { useMediaQuery } from "#web/lib/media-query.ts";
import { useSelection } from "#web/lib/selection.ts";
import { Pager } from "#web/ui/pager.tsx";
import type { SnagListState } from "../list-state.ts";
import { queryOf } from "../snag-query.ts";
import { snagsPerPage, useSnags } from "../snags.queries.ts";
import { useOpenSnag } from "../use-open-snag.ts";
import { ViewSkeleton } from "../view-skeleton.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { PrintedList } from "./printed-list.tsx";
import { SnagItem } from "./snag-item.tsx";
import { SnagTable } from "./snag-table.tsx";

export interface SnagListProps {
  state: SnagListState;
  change: (change: Partial<SnagListState>) => void;
}

/** A table where there is room for one, else cards; several can be selected in both. */
export function SnagList({ state, change }: SnagListProps) {
  const snags = useSnags(queryOf(state));
  const { id: open } = useOpenSnag();
  const items = snags.data?.items ?? [];
  const selection = useSelection(items.map(({ id }) => id));
  const isWide = useMediaQuery("(width >= 64rem)") && open === null;
  const isPrinted = useMediaQuery("print");
  if (snags.data === undefined) return <ViewSkeleton view="list" />;
  return (
    <div className={snags.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
      {isPrinted ? (
        <PrintedList snags={items} />
      ) : isWide ? (
        <SnagTable
          snags={items}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          selection={selection}
        />
      ) : (
        <ul className="flex flex-col gap-2">
          {items.map((snag) => (
            <SnagItem key={snag.id} snag={snag} selection={selection} />
          ))}
        </ul>
      )}
      <div className="print:hidden">
        <Pager
          page={state.page}
          perPage={snagsPerPage}
          total={snags.data.total}
          isMore={snags.data.is_more === true}
          isLast={items.length < snagsPerPage}
          onChange={(page) => change({ page })}
        />
      </div>
      {selection.ids.size > 0 && <BulkBar selection={selection} shown={items} />}
    </div>
  );
}
