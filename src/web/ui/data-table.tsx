import { ArrowDown, ArrowUp, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import {
  Cell,
  Column,
  ResizableTableContainer,
  Row,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
} from "react-aria-components/Table";
import { Checkbox } from "./checkbox.tsx";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface TableColumn<R> {
  id: string;
  label: string;
  /** Stands for the label in the head of a narrow column. */
  icon?: LucideIcon;
  cell: (row: R) => ReactNode;
  isSortable?: boolean;
  /** Marks the accessible name of the row; the first column's by default. */
  namesRow?: boolean;
  /** Aligns numbers at the right in both languages, units below units. */
  isNumber?: boolean;
  width?: number | `${number}fr`;
  /** Minimum width in pixels on a narrow screen, where the table scrolls sideways. */
  minWidth?: number;
}

export interface DataTableProps<R> {
  /** Accessible name of the rows. */
  label: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  sort?: SortDescriptor;
  onSort?: (sort: SortDescriptor) => void;
  /** Gives the rows check boxes. */
  selection?: { selected: ReadonlySet<string>; onSelect: (selected: Set<string>) => void };
  onOpen?: (id: string) => void;
  empty?: ReactNode;
}

const edge = "first:ps-4 last:pe-4";

export function DataTable<R extends object>({
  label,
  columns,
  rows,
  rowId,
  sort,
  onSort,
  selection,
  onOpen,
  empty,
}: DataTableProps<R>) {
  const names = columns.find(({ namesRow }) => namesRow === true);
  const all = () => new Set(rows.map((row) => rowId(row)));
  return (
    <ResizableTableContainer className="scroll-shade overflow-x-auto print:bg-none">
      <Table
        aria-label={label}
        {...(sort && { sortDescriptor: sort })}
        {...(onSort && { onSortChange: onSort })}
        {...(onOpen && { onRowAction: (key) => onOpen(String(key)) })}
        {...(selection && {
          selectionMode: "multiple",
          selectedKeys: selection.selected,
          onSelectionChange: (keys) =>
            selection.onSelect(keys === "all" ? all() : new Set([...keys].map(String))),
        })}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <TableHeader>
          {selection && (
            <Column width={48} minWidth={48} className={cx("h-10 border-b border-line", edge)}>
              <Checkbox slot="selection" />
            </Column>
          )}
          {columns.map((column, index) => (
            <Column
              key={column.id}
              id={column.id}
              isRowHeader={names === undefined ? index === 0 : column === names}
              allowsSorting={column.isSortable ?? false}
              {...(column.width !== undefined && { width: column.width })}
              {...(column.minWidth !== undefined && { minWidth: column.minWidth })}
              className={cx(
                "h-10 border-b border-line px-3 text-xs font-strong whitespace-nowrap text-ink-muted hover:text-ink focus-visible:-outline-offset-2",
                column.isNumber === true ? "text-right" : "text-start",
                edge,
              )}
            >
              {({ sortDirection }) => (
                <span className="relative inline-flex items-center gap-1">
                  {column.icon && <Icon of={column.icon} size="sm" />}
                  <span className={column.icon ? "sr-only" : ""}>{column.label}</span>
                  {sortDirection && (
                    <Icon
                      of={sortDirection === "ascending" ? ArrowUp : ArrowDown}
                      size="sm"
                      className="size-3.5"
                    />
                  )}
                </span>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => empty}>
          {rows.map((row) => (
            <Row
              key={rowId(row)}
              id={rowId(row)}
              className="group/row cursor-default hover:bg-hover selected:bg-accent-soft focus-visible:-outline-offset-2 [&:last-child>td]:border-0"
            >
              {selection && (
                <Cell className={cx("h-12 border-b border-line", edge)}>
                  <Checkbox slot="selection" />
                </Cell>
              )}
              {columns.map((column) => (
                <Cell
                  key={column.id}
                  className={cx(
                    "h-12 truncate border-b border-line px-3 focus-visible:-outline-offset-2",
                    column.isNumber === true && "text-right tabular-nums",
                    edge,
                  )}
                >
                  {column.cell(row)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </ResizableTableContainer>
  );
}
