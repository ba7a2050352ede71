import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { UserRecord } from "#contract/users.ts";
import { useDraft } from "#web/lib/draft.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountActions } from "./account-actions.tsx";
import { PlanCard } from "./plan-card.tsx";
import { fieldsOf, UserForm, userFields } from "./user-form.tsx";
import { RoleChip, StateChip } from "./user-marks.tsx";
import { type UserFields, useEditUserRecord, useUserRecord } from "./users.queries.ts";

export function EditUserScreen() {
  const t = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const user = useUserRecord(id);
  usePageTitle(user.data && t("users.edit_of", { name: user.data.username }));
  if (user.isPending) return <Skeleton className="h-[60dvh] max-w-160" />;
  if (user.isError)
    return (
      <EditLoadFailure
        screen="edit_user"
        error={user.error}
        entity={t("users.entity")}
        onRetry={() => void user.refetch()}
      />
    );
  return <EditUser key={user.data.id} user={user.data} />;
}

function EditUser({ user }: { user: UserRecord }) {
  const t = useText();
  const format = useFormat();
  const base = useMemo(() => fieldsOf(user), [user]);
  const draft = useDraft(base);
  const edit = useEditUserRecord(user.id);
  const refusal = useFormError<UserFields>(draft, userFields);
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username;

  async function save(): Promise<void> {
    refusal.clear();
    try {
      await edit.mutateAsync(draft.changes);
      draft.clear();
      showToast({ tone: "ok", title: t("users.saved") }, limits.toast.form);
    } catch (error) {
      refusal.show(error);
    }
  }

  return (
    <div className="mx-auto max-w-160">
      <PageHeader
        title={t("users.edit")}
        crumbs={[{ label: t("users.title"), href: "/users" }, { label: name }]}
      />
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={name} picture={user.avatar} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="own-direction truncate text-lg font-strong">{name}</p>
          <p className="text-ink-muted">
            {t("users.since", { date: format.date(user.created_at) })}
            {" · "}
            {user.last_seen_at === null
              ? t("users.never_seen")
              : t("users.last_seen", { ago: format.ago(user.last_seen_at) })}
          </p>
        </div>
        <RoleChip role={user.role} />
        {user.state !== "active" && <StateChip state={user.state} />}
      </div>
      {refusal.text !== null && (
        <Banner tone="bad" className="mb-5">
          {refusal.text}
        </Banner>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !edit.isPending) void save();
        }}
      >
        <UserForm draft={draft} />
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={edit.isPending}
          onDiscard={draft.clear}
        />
      </form>
      {user.can["administer"] === true && <PlanCard user={user} name={name} />}
      {user.can["administer"] === true && <AccountActions user={user} name={name} />}
      <LeaveGuard isOn={draft.isChanged} name={name} />
    </div>
  );
}
