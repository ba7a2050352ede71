import { LayoutGrid, Map as MapIcon, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { ListSearch } from "#web/ui/list-search.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

interface ListToolsProps {
  /** Label of the search field. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** At the far end of the search: sort order, view, CSV export. */
  end?: ReactNode;
  /** The filters. */
  children?: ReactNode;
  /** The number of records, as text; undefined until it is known. */
  count: string | undefined;
}

/** Above a list: search, filters, sort order, view, and the number of records. Printed is only what narrows the list. */
export function ListTools({ label, search, onSearch, end, children, count }: ListToolsProps) {
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ListSearch
          label={label}
          value={search}
          onSearch={onSearch}
          className={cx("w-full md:w-80", search === "" && "print:hidden")}
        />
        <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:justify-between md:ms-auto print:hidden">
          {end}
        </div>
      </div>
      {children}
      <output className="block text-ink-muted tabular-nums">{count ?? "\u00a0"}</output>
    </div>
  );
}

const icons = { grid: LayoutGrid, table: Rows3, map: MapIcon } as const;

interface ViewChoiceProps<V extends keyof typeof icons> {
  views: readonly V[];
  value: V;
  onChange: (view: V) => void;
}

/** Selects the view of a list. */
export function ViewChoice<V extends keyof typeof icons>({ views, value, onChange }: ViewChoiceProps<V>) {
  const t = useText();
  return (
    <SegmentedControl
      label={t("common.view")}
      value={value}
      onChange={onChange}
      segments={views.map((view) => ({
        value: view,
        label: t(`common.view_${view}`),
        icon: icons[view],
        isIconOnly: true,
      }))}
    />
  );
}
