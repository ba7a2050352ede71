import { useText } from "#web/lib/use-text.ts";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import type { FiltersPanelProps } from "./filters-panel.tsx";
import { useSnagChoices } from "./snags.queries.ts";

/** The active filters of the panel, each removable in place. */
export function FromPanel({ state, change }: Pick<FiltersPanelProps, "state" | "change">) {
  const t = useText();
  const { priority, trade, id_assignee, id_crew } = state;
  const choices = useSnagChoices(id_assignee === null && id_crew === null ? null : state.id_project);
  const person = choices.data?.people.find(({ id_user }) => id_user === id_assignee)?.name ?? "…";
  const crew = choices.data?.crews.find(({ id }) => id === id_crew)?.name ?? "…";
  return (
    <>
      {priority.map((one) => (
        <FilterChip
          key={one}
          label={t(`snags.priorities.${one}`)}
          isOn
          onChange={() => change({ priority: priority.filter((each) => each !== one) })}
        />
      ))}
      {trade !== "" && <FilterChip label={trade} isOn onChange={() => change({ trade: "" })} />}
      {id_assignee !== null && (
        <FilterChip label={person} isOn onChange={() => change({ id_assignee: null })} />
      )}
      {id_crew !== null && <FilterChip label={crew} isOn onChange={() => change({ id_crew: null })} />}
    </>
  );
}
