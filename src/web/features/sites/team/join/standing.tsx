import { useNavigate } from "@tanstack/react-router";
import { CircleCheck, CircleX, Clock, type LucideIcon, MailOpen } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { JoinStatus } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { useAskToJoin, useCancelRequest, useStanding } from "../own.queries.ts";

export interface StandingProps {
  project_code: string;
  /** Reports whether there is input that closing would discard. */
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
  /** Returns to the code field; undefined where none was typed. */
  onBack?: () => void;
}

/** The user's relation to a project, and the next step: request, wait, withdraw, or open. */
export function Standing({ project_code, onDirty, onClose, onBack }: StandingProps) {
  const t = useText();
  const navigate = useNavigate();
  const matter = { project_code };
  const standing = useStanding(matter);
  const ask = useAskToJoin(matter);
  const cancel = useCancelRequest();
  const [message, setMessage] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => onDirty(message !== ""), [message, onDirty]);

  async function attempt(work: () => Promise<unknown>, done?: string): Promise<void> {
    setRefusal(null);
    try {
      await work();
      setMessage("");
      if (done !== undefined) showToast({ tone: "ok", title: done }, limits.toast.form);
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  if (standing.isPending) return <Skeleton className="h-32" />;
  if (standing.data === undefined)
    return (
      <Banner
        tone="bad"
        action={<Button onPress={() => void standing.refetch()}>{t("common.retry")}</Button>}
      >
        {errorText(standing.error, t)}
      </Banner>
    );
  const { status, project, since } = standing.data;
  const send = () => {
    if (project === null) return Promise.resolve();
    return ask.mutateAsync({ id_project: project.id_project, project_code, message: message.trim() });
  };
  const open = (id: number) => {
    onClose();
    void navigate({ to: "/project/$id", params: { id: String(id) } });
  };
  const actions: Record<JoinStatus["status"], ReactNode> = {
    none: (
      <Button
        variant="primary"
        isPending={ask.isPending}
        onPress={() => void attempt(send, t("team.join.sent"))}
      >
        {t("team.join.ask")}
      </Button>
    ),
    pending: (
      <Button
        isPending={cancel.isPending}
        onPress={() => void attempt(() => cancel.mutateAsync(matter), t("team.join.cancelled"))}
      >
        {t("team.join.cancel")}
      </Button>
    ),
    invited: (
      <Button variant="primary" isPending={ask.isPending} onPress={() => void attempt(send)}>
        {t("team.join.join_now")}
      </Button>
    ),
    declined: null,
    member: project && (
      <Button variant="primary" onPress={() => open(project.id_project)}>
        {t("team.join.open")}
      </Button>
    ),
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="rounded-lg bg-sunken px-4 py-3">
        <p className="own-direction text-base font-strong">{project?.name}</p>
        <p className="text-xs text-ink-muted">
          <bdi dir="ltr">{project?.project_code}</bdi>
        </p>
      </div>
      <State status={status} since={since} />
      {status === "none" && (
        <TextArea
          label={t("team.join.message")}
          hint={t("team.join.message_hint")}
          rows={3}
          maxLength={limits.team.message}
          value={message}
          onChange={setMessage}
          hasCounter
        />
      )}
      {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
      <div className="flex flex-wrap justify-end gap-2 max-md:*:flex-1">
        {onBack && (
          <Button variant="quiet" className="me-auto" onPress={onBack}>
            {t("team.join.other_code")}
          </Button>
        )}
        {status !== "member" && <Button onPress={onClose}>{t("common.close")}</Button>}
        {actions[status]}
      </div>
    </div>
  );
}

function State({ status, since }: Pick<JoinStatus, "status" | "since">) {
  const t = useText();
  const format = useFormat();
  if (status === "none") return <p className="text-ink-muted">{t("team.join.none_text")}</p>;
  const icons: Record<typeof status, LucideIcon> = {
    pending: Clock,
    invited: MailOpen,
    declined: CircleX,
    member: CircleCheck,
  };
  const ago = since === null ? "" : format.ago(since);
  return (
    <output className="flex items-start gap-3">
      <Icon
        of={icons[status]}
        size="lg"
        className={status === "member" ? "text-ok-text" : "text-ink-muted"}
      />
      <span className="min-w-0">
        <span className="block font-strong">{t(`team.join.${status}_title`)}</span>
        <span className="block text-sm text-ink-muted">{t(`team.join.${status}_text`, { ago })}</span>
      </span>
    </output>
  );
}
