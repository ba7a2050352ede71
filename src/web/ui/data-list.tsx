import { useId } from "react";
import { Checkbox } from "./checkbox.tsx";
import type { DataTableProps, TableColumn } from "./data-table.tsx";

type DataListProps<R> = Pick<DataTableProps<R>, "label" | "columns" | "rows" | "rowId" | "selection">;

/**
 * The rows of a `DataTable` on phones: the first column is the title, columns without a label stand at the end of its
 * line, the others below it with their labels.
 */
export function DataList<R extends object>({ label, columns, rows, rowId, selection }: DataListProps<R>) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map((row) => (
        <Entry
          key={rowId(row)}
          row={row}
          columns={columns}
          {...(selection && {
            isSelected: selection.selected.has(rowId(row)),
            onSelect: (isSelected: boolean) => {
              const selected = new Set(selection.selected);
              if (isSelected) selected.add(rowId(row));
              else selected.delete(rowId(row));
              selection.onSelect(selected);
            },
          })}
        />
      ))}
    </ul>
  );
}

interface EntryProps<R> {
  row: R;
  columns: readonly TableColumn<R>[];
  isSelected?: boolean;
  onSelect?: (isSelected: boolean) => void;
}

function Entry<R>({ row, columns: [title, ...rest], isSelected = false, onSelect }: EntryProps<R>) {
  const id = useId();
  return (
    <li className="px-4 py-3 text-sm">
      <div className="flex items-center gap-3">
        {onSelect && <Checkbox aria-labelledby={id} isSelected={isSelected} onChange={onSelect} />}
        <div id={id} className="min-w-0 flex-1">
          {title?.cell(row)}
        </div>
        {rest.map((column) => column.label === "" && <span key={column.id}>{column.cell(row)}</span>)}
      </div>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rest.map(
          (column) =>
            column.label !== "" && (
              <div key={column.id} className="contents">
                <dt className="text-ink-muted">{column.label}</dt>
                <dd className={column.isNumber === true ? "tabular-nums" : "min-w-0"}>{column.cell(row)}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  );
}
