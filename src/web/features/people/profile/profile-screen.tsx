import { useNavigate, useSearch } from "@tanstack/react-router";
import { ExternalLink, History, UserPen } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { UserRecord } from "#contract/users.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { ActivityList } from "./activity/activity-list.tsx";
import { PersonCover } from "./person-cover.tsx";
import { activityPerPage, useActivity, useProfile } from "./profile.queries.ts";

/**
 * The user's own page: account, figures and recent actions. The `billing` panel, with what is owed, belongs to another
 * domain.
 */
export function ProfileScreen({ billing }: { billing: ReactNode }) {
  const t = useText();
  const user = useSignedInUser();
  const profile = useProfile(user.id);
  const [tab, setTab] = useTab();
  return (
    <div className="mx-auto max-w-240">
      <PersonCover
        name={personName(user)}
        avatar={user.avatar}
        cover={user.cover_image}
        beside={
          <div className="flex justify-end gap-2 max-sm:hidden">
            <Actions code={user.code} />
          </div>
        }
      />
      <div className="mt-4 px-1 sm:px-6">
        <Names record={profile.data?.user} />
        <div className="mt-5 flex gap-2 *:flex-1 sm:hidden">
          <Actions code={user.code} />
        </div>
        <Tabs
          label={t("shell.titles.profile")}
          selected={tab}
          onSelect={setTab}
          className="mt-8"
          entries={[
            { id: "activity", label: t("profile.activity.title"), content: activity() },
            { id: "billing", label: t("plans.subscription.bills.tab"), content: billing },
          ]}
        />
      </div>
    </div>
  );

  function activity(): ReactNode {
    if (profile.isPending) return <Skeleton className="h-72" />;
    if (profile.isError)
      return <LoadFailure screen="profile" error={profile.error} onRetry={() => void profile.refetch()} />;
    return <Activity id={user.id} newest={profile.data.activity} />;
  }
}

/** The open part is in the address: banners link to it. */
function useTab(): [string, (tab: string) => void] {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const navigate = useNavigate();
  const show = (next: string) =>
    void navigate({ to: ".", search: (next === "activity" ? {} : { tab: next }) as never, replace: true });
  return [tab === "billing" ? "billing" : "activity", show];
}

function Actions({ code }: { code: string }) {
  const t = useText();
  return (
    <>
      <Link href="/editprofile" look={{ variant: "primary" }}>
        <Icon of={UserPen} size="sm" />
        {t("profile.edit")}
      </Link>
      <Link href={`/user/${code}`} look={{ variant: "secondary" }}>
        <Icon of={ExternalLink} size="sm" points />
        {t("profile.public_page")}
      </Link>
    </>
  );
}

/** Names and role from the session at once; the registration date once the server has answered. */
function Names({ record }: { record: UserRecord | undefined }) {
  const t = useText();
  const format = useFormat();
  const user = useSignedInUser();
  const { count_projects, count_virtual_tours } = user.user_stats;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="own-direction text-xl font-strong">{personName(user)}</h1>
        <Chip tone={user.role === "user" ? "neutral" : "accent"}>{t(`profile.roles.${user.role}`)}</Chip>
      </div>
      <p className="mt-0.5 text-ink-muted">
        <bdi>{user.username}</bdi>
        {user.company !== "" && (
          <>
            {" · "}
            <bdi>{user.company}</bdi>
          </>
        )}
      </p>
      <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4">
        <Fact name={t("profile.facts.projects")}>{format.number(count_projects)}</Fact>
        <Fact name={t("profile.facts.visits")}>{format.number(count_virtual_tours)}</Fact>
        <Fact name={t("profile.facts.since")}>
          {record === undefined ? (
            <Skeleton className="mt-1 h-6 w-24" />
          ) : (
            <time dateTime={record.created_at} title={format.date(record.created_at, "long")}>
              {format.date(record.created_at, "month")}
            </time>
          )}
        </Fact>
      </dl>
    </>
  );
}

/** A figure above its label. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd data-tabular className="text-lg font-strong">
        {children}
      </dd>
    </div>
  );
}

type Entries = Parameters<typeof ActivityList>[0]["entries"];

/** The newest entries at first; all of them, page by page, on demand. */
function Activity({ id, newest }: { id: number; newest: Entries }) {
  const t = useText();
  const [page, setPage] = useState<number | null>(null);
  const all = useActivity(id, page);
  if (newest.length === 0)
    return (
      <EmptyState
        icon={History}
        title={t("profile.activity.empty_title")}
        text={t("profile.activity.empty_text")}
      />
    );
  if (all.isError)
    return <LoadFailure screen="profile" error={all.error} onRetry={() => void all.refetch()} />;
  if (page === null || all.data === undefined)
    return (
      <>
        <ActivityList entries={newest} />
        <Button
          variant="quiet"
          icon={History}
          isPending={page !== null}
          onPress={() => setPage(1)}
          className="-ms-3.5 mt-5"
        >
          {t("profile.activity.all")}
        </Button>
      </>
    );
  return (
    <div className={all.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
      <ActivityList entries={all.data.items} />
      <Pager page={page} perPage={activityPerPage} total={all.data.total} onChange={setPage} />
    </div>
  );
}
