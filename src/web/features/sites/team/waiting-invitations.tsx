import { useNavigate } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { OwnInvitation } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useAcceptInvitation, useDeclineInvitation, useOwnInvitations } from "./own.queries.ts";

/** Invitations of the signed-in user. Nothing while there are none, or they are not loaded. */
export function WaitingInvitations() {
  const t = useText();
  const { data: invitations = [] } = useOwnInvitations();
  if (invitations.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting-invitations"
      className="mb-6 overflow-hidden rounded-lg bg-surface ring-1 ring-line"
    >
      <h2
        id="waiting-invitations"
        className="flex items-center gap-2.5 bg-accent-soft px-4 py-2.5 text-sm font-strong text-accent-text"
      >
        <Icon of={Mail} size="sm" />
        {t("team.waiting.title", { count: invitations.length })}
      </h2>
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => (
          <Waiting key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ invitation }: { invitation: OwnInvitation }) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const accept = useAcceptInvitation();
  const [isDeclining, setIsDeclining] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, id_project, project, location, cover, inviter, message, expires_at } = invitation;
  const role = t(`team.roles.${invitation.role}`);

  async function takeIt(): Promise<void> {
    setRefusal(null);
    try {
      await accept.mutateAsync({ id, id_project });
      showToast({ tone: "ok", title: t("team.waiting.accepted", { project }) }, limits.toast.form);
      await navigate({ to: "/project/$id", params: { id: String(id_project) } });
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      {cover !== null && (
        <img
          src={cover}
          alt=""
          className="aspect-2/1 w-28 shrink-0 rounded-md bg-press object-cover max-sm:hidden"
        />
      )}
      <div className="min-w-0 flex-1 basis-64">
        <p className="own-direction text-base font-strong">{project}</p>
        <p className="text-sm text-ink-muted">
          {location !== "" && (
            <>
              <bdi>{location}</bdi>
              {" · "}
            </>
          )}
          {inviter === "" ? t("team.waiting.by_unknown", { role }) : t("team.waiting.by", { inviter, role })}{" "}
          {t("team.waiting.until", { date: format.date(expires_at) })}
        </p>
        {message !== "" && (
          <blockquote className="own-direction mt-1.5 border-s-2 border-line-strong ps-3 text-sm break-words whitespace-pre-line">
            {message}
          </blockquote>
        )}
        {refusal !== null && (
          <p role="alert" className="mt-1.5 text-sm text-bad-text">
            {refusal}
          </p>
        )}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          variant="quiet"
          aria-label={t("team.waiting.decline_named", { project })}
          isDisabled={accept.isPending}
          onPress={() => setIsDeclining(true)}
        >
          {t("team.waiting.decline")}
        </Button>
        <Button
          variant="primary"
          aria-label={t("team.waiting.accept_named", { project })}
          isPending={accept.isPending}
          onPress={() => void takeIt()}
        >
          {t("team.waiting.accept")}
        </Button>
      </div>
      {isDeclining && (
        <DeclineInvitation
          invitation={invitation}
          onClose={() => setIsDeclining(false)}
          onRefused={setRefusal}
        />
      )}
    </li>
  );
}

interface DeclineInvitationProps {
  invitation: OwnInvitation;
  onClose: () => void;
  onRefused: (reason: string) => void;
}

function DeclineInvitation({ invitation: { id, project }, onClose, onRefused }: DeclineInvitationProps) {
  const t = useText();
  const decline = useDeclineInvitation();

  async function confirm(): Promise<void> {
    try {
      await decline.mutateAsync(id);
      showToast({ tone: "ok", title: t("team.waiting.declined") }, limits.toast.form);
    } catch (error) {
      onRefused(errorText(error, t));
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("team.waiting.decline_title", { project })}
      confirmLabel={t("team.waiting.decline")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={decline.isPending}
    >
      {t("team.waiting.decline_text")}
    </ConfirmDialog>
  );
}
