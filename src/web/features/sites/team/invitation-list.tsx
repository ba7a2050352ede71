import { Copy, EllipsisVertical, MailPlus, MailX } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import type { TeamInvitation } from "#contract/team.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { LinkDialog } from "./invite/link-dialog.tsx";
import { absolute, keepLink, useLinks } from "./invite/links.ts";
import { useCancelInvitation, useResendInvitation } from "./team.queries.ts";

const FIRST = 5;

export interface InvitationListProps {
  project: Project;
  invitations: readonly TeamInvitation[];
}

/** Pending invitations. */
export function InvitationList({ project, invitations }: InvitationListProps) {
  const t = useText();
  const [isWhole, setIsWhole] = useState(false);
  if (invitations.length === 0) return null;
  const shown = isWhole ? invitations : invitations.slice(0, FIRST);
  return (
    <section className="border-t border-line pt-3 pb-2">
      <h3 className="px-4 text-xs font-strong text-ink-muted">{t("team.invitations.title")}</h3>
      <ul>
        {shown.map((invitation) => (
          <InvitationRow key={invitation.id} project={project} invitation={invitation} />
        ))}
      </ul>
      {shown.length < invitations.length && (
        <div className="px-4 pt-1">
          <Button size="sm" variant="quiet" className="w-full" onPress={() => setIsWhole(true)}>
            {t("team.show_more")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  project: Project;
  invitation: TeamInvitation;
}

function InvitationRow({ project, invitation }: RowProps) {
  const t = useText();
  const format = useFormat();
  const { email, name, role, has_account, is_expired, expires_at } = invitation;
  const shown = name === "" ? email : name;
  return (
    <li className="flex min-h-14 items-center gap-3 ps-4 pe-1.5">
      <Avatar name={shown} className="opacity-60" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="own-direction truncate" title={email}>
          {shown}
        </p>
        <p className="flex items-center gap-1.5 text-xs text-ink-muted">
          <span className="truncate">
            {t(`team.roles.${role}`)}
            {!has_account && ` · ${t("team.invitations.no_account")}`}
            {!is_expired && ` · ${t("team.invitations.until", { date: format.date(expires_at) })}`}
          </span>
          {is_expired && <Chip tone="warn">{t("team.invitations.expired")}</Chip>}
        </p>
      </div>
      <InvitationMenu project={project} invitation={invitation} shown={shown} />
    </li>
  );
}

function InvitationMenu({ project, invitation, shown }: RowProps & { shown: string }) {
  const t = useText();
  const resend = useResendInvitation(project.id);
  const [isCancelling, setIsCancelling] = useState(false);
  const [isLinkShown, setIsLinkShown] = useState(false);
  const { id, email } = invitation;
  const link = useLinks().get(id);
  const label = t("team.actions_for", { name: shown });

  async function again(): Promise<void> {
    try {
      const { invitation_link } = await resend.mutateAsync(id);
      if (invitation_link === null) {
        showToast({ tone: "ok", title: t("team.invitations.resent", { email }) }, limits.toast.form);
        return;
      }
      keepLink(id, absolute(invitation_link));
      setIsLinkShown(true);
    } catch (error) {
      showFailure(error, t);
    }
  }

  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={label}
            hasTooltip={false}
            isPending={resend.isPending}
            className="touch:size-11"
          />
        }
      >
        <MenuItem
          icon={MailPlus}
          label={t(link === undefined ? "team.invitations.resend" : "team.invitations.new_link")}
          onAction={() => void again()}
        />
        {link !== undefined && (
          <MenuItem icon={Copy} label={t("team.invitations.copy")} onAction={() => setIsLinkShown(true)} />
        )}
        <MenuSeparator />
        <MenuItem
          icon={MailX}
          label={t("team.invitations.cancel")}
          isDestructive
          onAction={() => setIsCancelling(true)}
        />
      </Menu>
      {isLinkShown && link !== undefined && (
        <LinkDialog links={[{ email, link }]} onClose={() => setIsLinkShown(false)} />
      )}
      {isCancelling && (
        <CancelInvitation
          project={project}
          invitation={invitation}
          shown={shown}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  );
}

function CancelInvitation({
  project,
  invitation,
  shown: name,
  onClose,
}: RowProps & { shown: string; onClose: () => void }) {
  const t = useText();
  const cancel = useCancelInvitation(project.id);

  async function confirm(): Promise<void> {
    try {
      await cancel.mutateAsync(invitation.id);
      showToast({ tone: "ok", title: t("team.invitations.cancelled", { name }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("team.invitations.cancel_title", { name })}
      confirmLabel={t("team.invitations.cancel_confirm")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={cancel.isPending}
      isDestructive
    >
      {t("team.invitations.cancel_text")}
    </ConfirmDialog>
  );
}
