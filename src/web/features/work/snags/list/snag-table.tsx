import { useRef } from "react";
import type { Snag } from "#contract/snags.ts";
import type { Selection } from "#web/lib/selection.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { AssignedName } from "../assigned.tsx";
import { CrewName } from "../crew-name.tsx";
import { DueMark, PriorityMark, StatusChip, usePlaceOf } from "../marks.tsx";
import { SnagNumber } from "../snag-number.tsx";
import type { SnagSort } from "../snags.queries.ts";
import { useIsOfAll, useOpenSnag } from "../use-open-snag.ts";

/** Direction of each order on the server: urgent snags come first. */
const directions: Readonly<Record<SnagSort, "ascending" | "descending">> = {
  number: "descending",
  due: "ascending",
  updated: "descending",
  priority: "descending",
  status: "ascending",
};

export interface SnagTableProps {
  snags: readonly Snag[];
  sort: SnagSort;
  onSort: (sort: SnagSort) => void;
  selection: Selection;
}

export function SnagTable({ snags, sort, onSort, selection }: SnagTableProps) {
  const t = useText();
  const placeOf = usePlaceOf();
  const isOfAll = useIsOfAll();
  const { open, hrefOf } = useOpenSnag();
  const isRange = useRef(false);

  /** The table reports its new selection; with Shift held, the range up to the changed row is included. */
  function choose(next: ReadonlySet<string>): void {
    const ids = new Set([...next].map(Number));
    const changed = [...ids, ...selection.ids].filter((id) => ids.has(id) !== selection.ids.has(id));
    const [only] = changed;
    if (changed.length !== 1 || only === undefined) return selection.replace(ids);
    selection.toggle(only, ids.has(only), isRange.current);
  }

  return (
    <Card isPadded={false} className="print:rounded-none print:ring-0">
      {/* Only a listener: keys and clicks are handled by the table. */}
      <div
        role="presentation"
        onPointerDownCapture={({ shiftKey }) => {
          isRange.current = shiftKey;
        }}
        onKeyDownCapture={({ shiftKey }) => {
          isRange.current = shiftKey;
        }}
      >
        <DataTable
          label={t("snags.title")}
          columns={columnsOf(t, placeOf, isOfAll, hrefOf)}
          rows={snags}
          rowId={({ id }) => String(id)}
          sort={{ column: sort, direction: directions[sort] }}
          onSort={({ column }) => onSort(column as SnagSort)}
          selection={{ selected: new Set([...selection.ids].map(String)), onSelect: choose }}
          onOpen={(id) => open(Number(id))}
        />
      </div>
    </Card>
  );
}

const columnsOf = (
  t: Translate,
  placeOf: (snag: Snag) => string,
  isOfAll: boolean,
  hrefOf: (id: number) => string,
): TableColumn<Snag>[] => [
  {
    id: "number",
    label: t("snags.fields.number"),
    isSortable: true,
    width: "1fr",
    // With the project's name below the number.
    minWidth: isOfAll ? 136 : 72,
    cell: (snag) => <SnagNumber snag={snag} isStacked />,
  },
  {
    id: "title",
    label: t("snags.fields.title"),
    namesRow: true,
    width: "4fr",
    minWidth: 180,
    cell: (snag) => (
      <Link
        href={hrefOf(snag.id)}
        look="plain"
        className="own-direction line-clamp-2 font-strong whitespace-normal"
      >
        {snag.title}
      </Link>
    ),
  },
  {
    id: "status",
    label: t("snags.fields.status"),
    isSortable: true,
    width: 156,
    cell: ({ status }) => <StatusChip status={status} />,
  },
  {
    id: "priority",
    label: t("snags.fields.priority"),
    isSortable: true,
    width: 104,
    cell: ({ priority }) => <PriorityMark priority={priority} />,
  },
  {
    id: "trade",
    label: t("snags.fields.trade"),
    width: "1fr",
    minWidth: 88,
    cell: ({ trade }) => <span className="own-direction block truncate">{trade}</span>,
  },
  {
    id: "assignee",
    label: t("snags.fields.assignee"),
    width: "2fr",
    minWidth: 104,
    cell: (snag) => (
      <div className="flex min-w-0 flex-col">
        <AssignedName snag={snag} size="size-6" />
        <CrewName snag={snag} className="text-ink-muted" />
      </div>
    ),
  },
  {
    id: "due",
    label: t("snags.fields.due"),
    isSortable: true,
    width: 152,
    cell: (snag) => <DueMark snag={snag} isShort />,
  },
  {
    id: "where",
    label: t("snags.fields.where"),
    width: "2fr",
    minWidth: 96,
    cell: (snag) => <span className="own-direction block truncate text-ink-muted">{placeOf(snag)}</span>,
  },
];
