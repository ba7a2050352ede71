import { CircleAlert, UserPlus, UsersRound } from "lucide-react";
import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import type { Team } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { InvitationList } from "./invitation-list.tsx";
import { JoinRequests } from "./join-requests.tsx";
import { MemberList } from "./member-list.tsx";
import { giverIn } from "./roles.ts";
import { useTeam } from "./team.queries.ts";
import { TeamSkeleton } from "./team-skeleton.tsx";
import { useTeamNews } from "./use-team-news.ts";

const inviting = later(() => import("./invite/invite-dialog.tsx"));

/** The members of a project; for managers of the team also requests to join, invitations, and each member's permissions. */
export function TeamPanel({ project }: { project: Project }) {
  const t = useText();
  const team = useTeam(project.id);
  useTeamNews(project.id);
  if (team.isPending) return <TeamSkeleton />;
  // Keeps showing loaded data while a refetch fails.
  if (team.data === undefined)
    return (
      <Card title={t("team.title")}>
        <div role="alert">
          <EmptyState
            icon={CircleAlert}
            title={t("team.failed_title")}
            text={errorText(team.error, t)}
            action={<Button onPress={() => void team.refetch()}>{t("common.retry")}</Button>}
            className="py-6"
          />
        </div>
      </Card>
    );
  return <TeamCard project={project} team={team.data} />;
}

function TeamCard({ project, team }: { project: Project; team: Team }) {
  const t = useText();
  const me = useSignedInUser();
  const [isInviting, setIsInviting] = useState(false);
  const InviteDialog = useLater(inviting, isInviting)?.InviteDialog;
  const mayManage = project.can["manage_team"] === true;
  const giver = giverIn(team, me);
  const isAlone = team.members.every(({ id_user }) => id_user === me.id);
  return (
    <Card
      title={t("team.title")}
      isPadded={false}
      actions={
        mayManage && (
          <Button size="sm" variant="quiet" icon={UserPlus} onPress={() => setIsInviting(true)}>
            {t("team.invite.action")}
          </Button>
        )
      }
    >
      <JoinRequests project={project} requests={team.join_requests} giver={giver} />
      <MemberList project={project} members={team.members} giver={giver} />
      {isAlone && (
        <p className="flex items-start gap-3 px-4 pb-4 text-sm text-ink-muted">
          <UsersRound aria-hidden size={18} strokeWidth={1.75} className="mt-px shrink-0" />
          {t(mayManage ? "team.alone_text" : "team.alone_title")}
        </p>
      )}
      <InvitationList project={project} invitations={team.invitations} />
      {isInviting && InviteDialog && (
        <InviteDialog project={project} giver={giver} onClose={() => setIsInviting(false)} />
      )}
    </Card>
  );
}
