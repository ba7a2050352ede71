import { limits } from "#contract/limits.ts";
import type { Draft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { NewVisit } from "./visit-checks.ts";
import { toMinute } from "./visit-date.ts";

export function NewVisitFields({ draft }: { draft: Draft<NewVisit> }) {
  const t = useText();
  const { values, errors, set } = draft;
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
        <ProjectSelect
          label={t("visits.project")}
          placeholder={t("visits.project_placeholder")}
          may="add_visit"
          none={t("visits.project_none")}
          value={values.id_project === null ? null : Number(values.id_project)}
          onChange={(project) => set("id_project", project === null ? null : String(project.id))}
          error={errors.id_project}
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
