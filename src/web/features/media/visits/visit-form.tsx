import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { Visit } from "#contract/visits.ts";
import { useDraft } from "#web/lib/draft.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { checkVisit, type VisitFields } from "./visit-checks.ts";
import { toMinute } from "./visit-date.ts";
import { useEditVisit } from "./visits.queries.ts";

const fields = ["name", "description", "visit_date"] as const;

/** The fields of a visit. Only changed fields are sent. */
export function VisitForm({ routeId, visit }: { routeId: string; visit: Visit }) {
  const t = useText();
  const { name, description, visit_date } = visit;
  const base = useMemo<VisitFields>(
    () => ({ name, description, visit_date }),
    [name, description, visit_date],
  );
  const draft = useDraft(base);
  const { values, errors, set, has } = draft;
  const edit = useEditVisit(routeId);
  const refusal = useFormError<VisitFields>(draft, fields);

  async function save(): Promise<void> {
    const problems = Object.entries(checkVisit(values)).map(([field, key]) => [field, t(key)]);
    draft.setErrors(Object.fromEntries(problems));
    if (problems.length > 0) return;
    refusal.clear();
    const { visit_date: day, ...changes } = draft.changes;
    try {
      await edit.mutateAsync({ id: visit.id, body: { ...changes, ...(day && { visit_date: day }) } });
      draft.clear();
      showToast({ tone: "ok", title: t("visits.saved") }, limits.toast.form);
    } catch (error) {
      refusal.show(error);
    }
  }

  return (
    <section aria-labelledby="visit-facts">
      <h2 id="visit-facts" className="mb-4 text-lg font-strong">
        {t("visits.facts")}
      </h2>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !edit.isPending) void save();
        }}
      >
        {refusal.text !== null && <Banner tone="bad">{refusal.text}</Banner>}
        <ChangedMark isChanged={has("name")}>
          <TextField
            label={t("visits.name")}
            value={values.name}
            onChange={(value) => set("name", value)}
            error={errors.name}
            maxLength={limits.name}
            isRequired
          />
        </ChangedMark>
        <ChangedMark isChanged={has("visit_date")}>
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
        </ChangedMark>
        <ChangedMark isChanged={has("description")}>
          <TextArea
            label={t("visits.description")}
            value={values.description}
            onChange={(value) => set("description", value)}
            error={errors.description}
            maxLength={limits.description}
            rows={3}
            hasCounter
          />
        </ChangedMark>
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={edit.isPending}
          onDiscard={draft.clear}
        />
      </form>
      <LeaveGuard isOn={draft.isChanged} name={visit.name} />
    </section>
  );
}
