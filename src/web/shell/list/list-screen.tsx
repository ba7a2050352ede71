import type { ReactNode } from "react";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ListBody, type ListBodyProps } from "./list-body.tsx";

interface ListScreenProps<T> extends ListBodyProps<T> {
  title: string;
  /** A line under the title. */
  note?: ReactNode;
  /** Buttons of the header; an empty list offers what is of use itself. */
  actions?: ReactNode;
  /** Buttons that an empty list has as well. */
  more?: ReactNode;
  /** Between header and tools. */
  notices?: ReactNode;
  /** Search, filters, order; an empty list has none. */
  tools?: ReactNode;
  /** In place of the list, where what it depends on could not be loaded. */
  failure?: ReactNode;
}

/** A screen that is a list: its header, its tools, and what stands in it. */
export function ListScreen<T extends { readonly id: number }>({
  title,
  note,
  actions,
  more,
  notices,
  tools,
  failure,
  ...body
}: ListScreenProps<T>) {
  const { list, none, isNarrowed } = body;
  const isEmpty = none !== undefined && list.data?.total === 0 && !isNarrowed;
  return (
    <>
      <PageHeader
        title={title}
        note={note}
        areActionsHeld={none !== undefined && list.isPending}
        actions={
          <>
            {!isEmpty && actions}
            {more}
          </>
        }
      />
      {notices}
      {!isEmpty && tools}
      {failure ?? <ListBody {...body} />}
    </>
  );
}
