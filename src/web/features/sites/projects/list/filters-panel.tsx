import type { ReactNode } from "react";
import { projectRoles } from "#contract/choices.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { allProjects, countFilters } from "../list-state.ts";
import { type ProjectNarrowing, useCategories, useProjectTypes } from "../projects.queries.ts";

export interface FiltersPanelProps {
  state: ProjectNarrowing;
  change: (change: Partial<ProjectNarrowing>) => void;
  /** Number of results with the filters. */
  total: number | undefined;
  onClose: () => void;
}

/** Value of a select's option without a filter. */
const any = "any";

/** The filters without a chip of their own. Each applies at once; the list changes behind the panel. */
export function FiltersPanel({ state, change, total, onClose }: FiltersPanelProps) {
  const t = useText();
  const categories = useCategories();
  const types = useProjectTypes();
  const failure = categories.error ?? types.error;
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t("projects.filters.role")}
        options={[
          { value: any, label: t("projects.filters.any_role") },
          ...projectRoles.map((role) => ({ value: role, label: t(`projects.filters.roles.${role}`) })),
        ]}
        value={state.role ?? any}
        onChange={(role) => change({ role: role === any ? null : role })}
      />
      <Either
        label={t("projects.filters.state")}
        value={state.active}
        words={[t("projects.filters.all"), t("projects.filters.active"), t("projects.inactive")]}
        onChange={(active) => change({ active })}
      />
      <Either
        label={t("projects.filters.approval")}
        value={state.validated}
        words={[t("projects.filters.all"), t("projects.filters.approved"), t("projects.filters.waiting")]}
        onChange={(validated) => change({ validated })}
      />
      <Select
        label={t("projects.type")}
        isDisabled={types.data === undefined}
        options={[
          { value: any, label: t("projects.filters.any_type") },
          ...(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={state.id_type === null ? any : String(state.id_type)}
        onChange={(id) => change({ id_type: id === any ? null : Number(id) })}
      />
      <SearchSelect
        // The field reads its options once, so it is remounted when they have loaded.
        key={categories.dataUpdatedAt}
        label={t("projects.category")}
        isDisabled={categories.data === undefined}
        options={(categories.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={state.id_category === null ? null : String(state.id_category)}
        placeholder={t("projects.filters.any_category")}
        onChange={(id) => change({ id_category: id === null ? null : Number(id) })}
      />
      {failure !== null && (
        <p role="alert" className="text-xs text-bad-text">
          {errorText(failure, t)}
        </p>
      )}
      <footer className="flex gap-2 border-t border-line pt-3">
        <Button
          variant="quiet"
          isDisabled={countFilters(state) === 0}
          onPress={() => change({ ...allProjects, search: state.search })}
        >
          {t("common.clear_filters")}
        </Button>
        <Button variant="primary" onPress={onClose} className="ms-auto">
          {total === undefined ? t("common.close") : t("projects.filters.show", { count: total })}
        </Button>
      </footer>
    </div>
  );
}

/** All of them, those that match, or those that do not. */
function Either({
  label,
  value,
  words: [all, yes, no],
  onChange,
}: {
  label: string;
  value: boolean | null;
  words: readonly [string, string, string];
  onChange: (value: boolean | null) => void;
}): ReactNode {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-strong">
        {label}
      </span>
      <SegmentedControl
        label={label}
        value={value === null ? "all" : value ? "yes" : "no"}
        onChange={(choice) => onChange(choice === "all" ? null : choice === "yes")}
        segments={[
          { value: "all", label: all },
          { value: "yes", label: yes },
          { value: "no", label: no },
        ]}
        className="w-full! *:flex-1"
      />
    </div>
  );
}
