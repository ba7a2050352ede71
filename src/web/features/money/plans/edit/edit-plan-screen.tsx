import { useParams, useRouter } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Plan } from "#contract/plans.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useSettings } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DeletePlan } from "../delete-plan.tsx";
import { DefaultChip, OfferChip, OnRequestChip } from "../plan-marks.tsx";
import { type PlanFields, useEditPlan, useMakePlan, usePlan } from "../plans.queries.ts";
import { asSent, newPlan, type PlanValues, planFields, problemsOf, valuesOf } from "./plan-draft.ts";
import { PlanForm } from "./plan-form.tsx";
import { Section } from "./section.tsx";

/** `/editplan/{id}`, and `/editplan/new` for a new one. */
export function EditPlanScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  return id === "new" ? <NewPlan /> : <LoadedPlan key={id} id={id} />;
}

function LoadedPlan({ id }: { id: string }) {
  const t = useText();
  const plan = usePlan(id);
  usePageTitle(plan.data && t("plans.edit_of", { name: plan.data.name }));
  if (plan.data !== undefined) return <EditPlan plan={plan.data} />;
  if (plan.isPending) return <Skeleton className="h-[60dvh] max-w-240" />;
  return (
    <EditLoadFailure
      screen="edit_plan"
      error={plan.error}
      entity={t("plans.entity")}
      onRetry={() => void plan.refetch()}
    />
  );
}

function EditPlan({ plan }: { plan: Plan }) {
  const t = useText();
  const router = useRouter();
  const base = useMemo(() => valuesOf(plan), [plan]);
  const { currency } = plan;
  const draft = useDraft(base);
  const edit = useEditPlan();
  const { form, refusal, submit } = useSubmit(draft, async () => {
    await edit.mutateAsync({ id: plan.id, body: asSent(draft.changes, currency) });
    draft.clear();
    showToast({ tone: "ok", title: t("plans.saved") }, limits.toast.form);
  });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <PageHeader
        title={t("plans.edit")}
        note={t("plans.has", { count: plan.subscribers ?? 0 })}
        crumbs={[{ label: t("plans.title"), href: "/plans" }, { label: plan.name }]}
        actions={
          <>
            {plan.is_default && <DefaultChip />}
            {plan.needs_approval && <OnRequestChip />}
            <OfferChip active={plan.active} />
          </>
        }
      />
      {refusal}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !edit.isPending) void submit(currency);
        }}
      >
        <PlanForm draft={draft} currency={currency}>
          <Section title={t("plans.sections.delete")} text={t("plans.notes.delete")}>
            <Button variant="quietDanger" icon={Trash2} onPress={() => setIsAsking(true)} className="-ms-3.5">
              {t("plans.delete")}
            </Button>
          </Section>
        </PlanForm>
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={edit.isPending}
          onDiscard={draft.clear}
        />
      </form>
      {isAsking && (
        <DeletePlan
          plan={plan}
          onClose={() => setIsAsking(false)}
          // The form is gone with its plan, so there is nothing to confirm.
          onDeleted={() => router.history.push("/plans", undefined, { ignoreBlocker: true })}
        />
      )}
      <LeaveGuard isOn={draft.isChanged} name={plan.name} />
    </>
  );
}

function NewPlan() {
  const t = useText();
  const router = useRouter();
  const currency = useSettings()?.currency ?? "USD";
  const draft = useDraft(newPlan);
  usePageTitle(t("plans.new"));
  const make = useMakePlan();
  const { form, refusal, submit } = useSubmit(draft, async () => {
    const plan = await make.mutateAsync(asSent(draft.values, currency) as PlanFields);
    showToast({ tone: "ok", title: t("plans.created", { name: plan.name }) }, limits.toast.form);
    router.history.replace(`/editplan/${plan.id}`, undefined, { ignoreBlocker: true });
  });
  return (
    <>
      <PageHeader
        title={t("plans.new")}
        crumbs={[{ label: t("plans.title"), href: "/plans" }, { label: t("plans.new") }]}
      />
      {refusal}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) void submit(currency);
        }}
      >
        <PlanForm draft={draft} currency={currency}>
          <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-6">
            <Button onPress={() => router.history.push("/plans")}>{t("common.cancel")}</Button>
            <Button type="submit" variant="primary" isPending={make.isPending}>
              {t("plans.create")}
            </Button>
          </div>
        </PlanForm>
      </form>
      <LeaveGuard isOn={draft.isChanged} name={t("plans.new")} />
    </>
  );
}

/** Sends valid input; problems are shown at their fields, and the first of them gets the focus. */
function useSubmit(draft: ReturnType<typeof useDraft<PlanValues>>, send: () => Promise<void>) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  function showProblems(problems: Partial<Record<keyof PlanValues, string>>): boolean {
    if (Object.keys(problems).length === 0) return false;
    draft.setErrors(problems);
    focusFirstError(form);
    return true;
  }

  async function submit(currency: Plan["currency"]): Promise<void> {
    setRefusal(null);
    if (showProblems(problemsOf(draft.values, currency, t))) return;
    try {
      await send();
    } catch (error) {
      if (showProblems(fieldErrors<PlanValues>(error, planFields, t))) return;
      setRefusal(errorText(error, t));
    }
  }

  return {
    form,
    submit,
    refusal: refusal !== null && (
      <Banner tone="bad" className="mb-6">
        {refusal}
      </Banner>
    ),
  };
}
