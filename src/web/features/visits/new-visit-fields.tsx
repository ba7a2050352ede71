import { limits } from "#contract/limits.ts";
import type { Draft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { NewVisit } from "./visit-checks.ts";
import { toMinute } from "./visit-date.ts";
import { useProjectChoices } from "./visits.queries.ts";

export function NewVisitFields({ draft }: { draft: Draft<NewVisit> }) {
  const t = useText();
  const { values, errors, set } = draft;
  const projects = useProjectChoices();
  const choices = (projects.data ?? []).filter(
    ({ active, validated, can }) => active && validated && can["add_visit"] === true,
  );
  const hasNone = projects.isSuccess && choices.length === 0;
  return (
    <>
      <TextField
        label={t("visits.name")}
        placeholder={t("visits.name_placeholder")}
        value={values.name}
        onChange={(name) => set("name", name)}
        error={errors.name}
        maxLength={limits.name}
        isRequired
        inputRef={focusOnMount}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label={t("visits.project")}
          placeholder={t(projects.isPending ? "common.loading" : "visits.project_placeholder")}
          options={choices.map(({ id, name, location }) => ({
            value: String(id),
            label: name,
            ...(location !== "" && { note: location }),
          }))}
          value={choices.some(({ id }) => String(id) === values.id_project) ? values.id_project : null}
          onChange={(id) => set("id_project", id)}
          error={errors.id_project ?? (hasNone ? t("visits.project_none") : undefined)}
          isRequired
        />
        <DateTimeField
          label={t("visits.date")}
          hint={t("visits.date_hint")}
          value={values.visit_date}
          onChange={(instant) =>
            set("visit_date", instant === null ? null : toMinute(new Date(instant)).toISOString())
          }
          error={errors.visit_date}
          isRequired
          isPastOnly
        />
      </div>
      <TextArea
        label={t("visits.description")}
        value={values.description}
        onChange={(description) => set("description", description)}
        error={errors.description}
        maxLength={limits.description}
        rows={2}
        hasCounter
      />
    </>
  );
}
