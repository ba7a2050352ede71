import { Crown, EllipsisVertical, MessageSquare, ShieldCheck, UserMinus, UserPen } from "lucide-react";
import type { TeamMember } from "#contract/team.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import type { MemberQuestion } from "./member-dialogs.tsx";
import { may } from "./roles.ts";

export interface MemberRowProps {
  member: TeamMember;
  onAsk: (question: MemberQuestion) => void;
}

export function MemberRow({ member, onAsk }: MemberRowProps) {
  const t = useText();
  const me = useSignedInUser();
  const isMe = member.id_user === me.id;
  const role = t(`team.roles.${member.role}`);
  const details = [member.is_adjusted ? t("team.adjusted", { role }) : role, member.company].filter(Boolean);
  return (
    <li className="flex min-h-14 items-center gap-3 ps-4 pe-1.5">
      <Avatar name={member.name} picture={member.avatar} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-baseline gap-1.5">
          <Link
            href={`/user/${member.code}`}
            look="plain"
            className="hit-line own-direction truncate font-strong hover:underline"
          >
            {member.name}
          </Link>
          {isMe && <span className="shrink-0 text-xs text-ink-muted">{t("team.you")}</span>}
        </p>
        <p className="truncate text-xs text-ink-muted">
          {details.map((detail, at) => (
            <span key={at}>
              {at > 0 && " · "}
              <bdi>{detail}</bdi>
            </span>
          ))}
        </p>
      </div>
      {!isMe && <MemberMenu member={member} onAsk={onAsk} />}
    </li>
  );
}

function MemberMenu({ member, onAsk }: MemberRowProps) {
  const t = useText();
  const { id_user, name } = member;
  const label = t("team.actions_for", { name });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="touch:size-11" />
      }
    >
      {may.change(member) && (
        <MenuItem
          icon={UserPen}
          label={t("team.member.change_role")}
          onAction={() => onAsk({ kind: "role", id_user })}
        />
      )}
      {may.change(member) && (
        <MenuItem
          icon={ShieldCheck}
          label={t("team.member.permissions")}
          onAction={() => onAsk({ kind: "permissions", id_user })}
        />
      )}
      <MenuItem icon={MessageSquare} label={t("team.member.message")} href={`/inbox?with=${id_user}`} />
      {may.handOver(member) && (
        <MenuItem
          icon={Crown}
          label={t("team.member.hand_over")}
          onAction={() => onAsk({ kind: "hand_over", id_user })}
        />
      )}
      {may.remove(member) && <MenuSeparator />}
      {may.remove(member) && (
        <MenuItem
          icon={UserMinus}
          label={t("team.member.remove")}
          isDestructive
          onAction={() => onAsk({ kind: "remove", id_user })}
        />
      )}
    </Menu>
  );
}
