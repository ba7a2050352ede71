import { useParams } from "@tanstack/react-router";
import { ExternalLink, UserX } from "lucide-react";
import type { Team, TeamMember } from "#contract/team.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PermissionsForm } from "./permissions/permissions-form.tsx";
import { useMembership } from "./permissions/use-membership.ts";
import { giverIn } from "./roles.ts";
import { useTeam } from "./team.queries.ts";
import { useTeamNews } from "./use-team-news.ts";

/**
 * One member of one project, for super admins, who need not be a member: `/editmember/{id of the account}/{id of the
 * project}`.
 */
export function EditMemberScreen() {
  const t = useText();
  const { id, idProject } = useParams({ strict: false }) as { id: string; idProject: string };
  const id_project = Number(idProject);
  const team = useTeam(id_project);
  useTeamNews(id_project);
  const member = team.data?.members.find(({ id_user }) => id_user === Number(id));
  usePageTitle(member?.name);
  if (team.isPending) return <Skeleton className="h-[60dvh] max-w-160" />;
  if (team.data === undefined)
    return (
      <EditLoadFailure
        screen="edit_member"
        error={team.error}
        entity={t("team.edit_member.entity")}
        onRetry={() => void team.refetch()}
      />
    );
  if (member === undefined) return <NoMember id_project={id_project} />;
  return <EditMember key={member.id_member} team={team.data} member={member} />;
}

function EditMember({ team, member }: { team: Team; member: TeamMember }) {
  const t = useText();
  const format = useFormat();
  const me = useSignedInUser();
  const { place, refusal, count, isSaving, set, discard, save } = useMembership(member);
  return (
    <div className="max-w-160">
      <PageHeader
        title={t("team.edit_member.title")}
        crumbs={[
          { label: t("shell.titles.users"), href: "/users" },
          { label: member.name, href: `/edituser/${member.id_user}` },
          { label: t("team.edit_member.title") },
        ]}
      />
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={member.name} picture={member.avatar} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="own-direction truncate text-lg font-strong">{member.name}</p>
          <p className="text-ink-muted">
            {member.email !== null && (
              <>
                <bdi>{member.email}</bdi>
                {" · "}
              </>
            )}
            {t("team.edit_member.since", { date: format.date(member.joined_at) })}
          </p>
        </div>
        <Link href={`/project/${member.id_project}`} look={{ variant: "secondary" }}>
          <ExternalLink aria-hidden size={16} strokeWidth={1.75} className="rtl:-scale-x-100" />
          {t("team.edit_member.to_project")}
        </Link>
      </div>
      {refusal !== null && (
        <Banner tone="bad" className="mb-5">
          {refusal}
        </Banner>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (count > 0 && !isSaving) void save();
        }}
      >
        <PermissionsForm
          member={member}
          place={place}
          giver={giverIn(team, me)}
          onChange={set}
          isDisabled={isSaving}
        />
        <SaveBar count={count} isSaving={isSaving} onDiscard={discard} />
      </form>
      <LeaveGuard isOn={count > 0} name={member.name} />
    </div>
  );
}

function NoMember({ id_project }: { id_project: number }) {
  const t = useText();
  return (
    <EmptyState
      icon={UserX}
      title={t("team.edit_member.gone_title")}
      text={t("team.edit_member.gone_text")}
      action={
        <Link href={`/project/${id_project}`} look={{ variant: "primary" }}>
          {t("team.edit_member.to_project")}
        </Link>
      }
    />
  );
}
