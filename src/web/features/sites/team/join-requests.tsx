import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import type { GivenRole, JoinRequest } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Giver } from "./roles.ts";
import { useAcceptRequest, useDeclineRequest } from "./team.queries.ts";

export interface JoinRequestsProps {
  project: Project;
  requests: readonly JoinRequest[];
  giver: Giver;
}

/** Requests to join; listed first, since a user is waiting. */
export function JoinRequests({ project, requests, giver }: JoinRequestsProps) {
  const t = useText();
  if (requests.length === 0) return null;
  return (
    <section className="mb-2 border-y border-line bg-accent-soft/40">
      <h3 className="px-4 pt-3 text-xs font-strong text-ink-muted">{t("team.requests.title")}</h3>
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <RequestRow key={request.id} project={project} request={request} giver={giver} />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ project, request, giver }: { project: Project; request: JoinRequest; giver: Giver }) {
  const t = useText();
  const format = useFormat();
  const accept = useAcceptRequest(project.id);
  const [role, setRole] = useState<GivenRole>("viewer");
  const [isDeclining, setIsDeclining] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>();
  const { id_user, name } = request;

  async function letIn(): Promise<void> {
    setRefusal(undefined);
    try {
      await accept.mutateAsync({ id_user, role });
      showToast({ tone: "ok", title: t("team.requests.accepted", { name }) }, limits.toast.form);
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} picture={request.avatar} />
        <div className="min-w-0 flex-1 text-sm">
          <p className="own-direction truncate font-strong">{name}</p>
          <p className="truncate text-xs text-ink-muted">
            <bdi>{request.email}</bdi> · {t("team.requests.asked", { ago: format.ago(request.created_at) })}
          </p>
        </div>
      </div>
      {request.message !== "" && (
        <blockquote className="own-direction border-s-2 border-line-strong ps-3 text-sm break-words whitespace-pre-line">
          {request.message}
        </blockquote>
      )}
      <Select
        label={t("team.requests.role_for", { name })}
        value={role}
        onChange={setRole}
        error={refusal}
        options={giver.roles.map((value) => ({
          value,
          label: t(`team.roles.${value}`),
          note: t(`team.role_notes.${value}`),
        }))}
      />
      <div className="flex gap-2 *:flex-1">
        <Button
          variant="quiet"
          aria-label={t("team.requests.decline_named", { name })}
          isDisabled={accept.isPending}
          onPress={() => setIsDeclining(true)}
        >
          {t("team.requests.decline")}
        </Button>
        <Button
          variant="primary"
          aria-label={t("team.requests.accept_named", { name })}
          isPending={accept.isPending}
          onPress={() => void letIn()}
        >
          {t("team.requests.accept")}
        </Button>
      </div>
      <DeclineRequest
        project={project}
        request={request}
        isOpen={isDeclining}
        onClose={() => setIsDeclining(false)}
        onRefused={setRefusal}
      />
    </li>
  );
}

interface DeclineRequestProps {
  project: Project;
  request: JoinRequest;
  isOpen: boolean;
  onClose: () => void;
  onRefused: (reason: string) => void;
}

function DeclineRequest({ project, request, isOpen, onClose, onRefused }: DeclineRequestProps) {
  const t = useText();
  const decline = useDeclineRequest(project.id);
  const { id_user, name } = request;

  async function confirm(): Promise<void> {
    try {
      await decline.mutateAsync(id_user);
      showToast({ tone: "ok", title: t("team.requests.declined", { name }) }, limits.toast.form);
    } catch (error) {
      onRefused(errorText(error, t));
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("team.requests.decline_title", { name })}
      confirmLabel={t("team.requests.decline")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={decline.isPending}
      isDestructive
    >
      {t("team.requests.decline_text", { name })}
    </ConfirmDialog>
  );
}
