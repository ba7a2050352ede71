import { snagPriorities } from "#contract/choices.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { allSnags, countFilters, type SnagListState } from "./list-state.ts";
import { PriorityMark } from "./marks.tsx";
import { useSnagChoices } from "./snags.queries.ts";

export interface FiltersPanelProps {
  state: SnagListState;
  change: (change: Partial<SnagListState>) => void;
  /** Number of results with the filters. */
  total: number | undefined;
  onClose: () => void;
}

const any = "";

/** The filters without a chip of their own. Each applies at once; the view behind the panel changes with it. */
export function FiltersPanel({ state, change, total, onClose }: FiltersPanelProps) {
  const t = useText();
  const choices = useSnagChoices(state.id_project);
  const { priority } = state;
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 text-sm font-strong">{t("snags.fields.priority")}</legend>
        {snagPriorities.map((one) => (
          <Checkbox
            key={one}
            isSelected={priority.includes(one)}
            onChange={(isOn) =>
              change({
                priority: snagPriorities.filter((each) => (each === one ? isOn : priority.includes(each))),
              })
            }
            className="min-h-8"
          >
            <PriorityMark priority={one} />
          </Checkbox>
        ))}
      </fieldset>
      {state.id_project === null ? (
        <p className="text-sm text-ink-muted">{t("snags.filters.project_first")}</p>
      ) : (
        <>
          <Select
            label={t("snags.fields.trade")}
            isDisabled={choices.data === undefined}
            options={[
              { value: any, label: t("snags.filters.any_trade") },
              ...(choices.data?.trades ?? []).map((trade) => ({ value: trade, label: trade })),
            ]}
            value={state.trade}
            onChange={(trade) => change({ trade })}
          />
          <Select
            label={t("snags.fields.assignee")}
            isDisabled={choices.data === undefined}
            options={[
              { value: any, label: t("snags.filters.any_person") },
              ...(choices.data?.people ?? []).map(({ id_user, name }) => ({
                value: String(id_user),
                label: name,
              })),
            ]}
            value={state.id_assignee === null ? any : String(state.id_assignee)}
            onChange={(id) => change({ id_assignee: id === any ? null : Number(id) })}
          />
          {((choices.data?.crews ?? []).length > 0 || state.id_crew !== null) && (
            <Select
              label={t("snags.fields.crew")}
              isDisabled={choices.data === undefined}
              options={[
                { value: any, label: t("snags.filters.any_crew") },
                ...(choices.data?.crews ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={state.id_crew === null ? any : String(state.id_crew)}
              onChange={(id) => change({ id_crew: id === any ? null : Number(id) })}
            />
          )}
        </>
      )}
      {choices.isError && (
        <p role="alert" className="text-xs text-bad-text">
          {errorText(choices.error, t)}
        </p>
      )}
      <footer className="flex gap-2 border-t border-line pt-3">
        <Button
          variant="quiet"
          isDisabled={countFilters(state) === 0}
          onPress={() => change({ ...allSnags, search: state.search, id_project: state.id_project })}
        >
          {t("common.clear_filters")}
        </Button>
        <Button variant="primary" onPress={onClose} className="ms-auto">
          {total === undefined ? t("common.close") : t("snags.filters.show", { count: total })}
        </Button>
      </footer>
    </div>
  );
}
