import { visitSorts } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { CardListTools } from "#web/shell/list/card-list-tools.tsx";
import type { VisitListAddress } from "./list-state.ts";

export interface VisitToolsProps {
  list: VisitListAddress;
  chosen: number | null;
  total: number | undefined;
}

/** Search, filters, order, view and count of the list of visits. */
export function VisitTools({ list, chosen, total }: VisitToolsProps) {
  const t = useText();
  return (
    <CardListTools
      texts="visits"
      sorts={visitSorts.map((sort) => ({ value: sort, label: t(`visits.sorts.${sort}`) }))}
      state={list.state}
      change={list.change}
      project={chosen}
      onProject={list.choose}
      total={total}
    />
  );
}
