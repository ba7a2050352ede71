import type { ReactNode } from "react";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ListBody, type ListBodyProps } from "./list-body.tsx";

interface ListScreenProps<T> extends ListBodyProps<T> {
  title: string;
  /** A line under the title. */
  note?: ReactNode;
  /** Buttons of the header; an empty list offers its own. */
  actions?: ReactNode;
  /** Buttons that are also shown for an empty list. */
  more?: ReactNode;
  /** Between header and tools. */
  notices?: ReactNode;
  /** Search, filters, order; an empty list has none. */
  tools?: ReactNode;
  /** Replaces the list when data it depends on could not be loaded. */
  failure?: ReactNode;
}

/** A list screen: its header, its tools and its records. */
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
