import { CircleAlert, CircleCheck } from "lucide-react";
import { useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import type { GivenRole } from "#contract/team.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { RoleChoice } from "../permissions/role-choice.tsx";
import type { Giver } from "../roles.ts";
import { AddressField } from "./address-field.tsx";
import { addressesIn, unique } from "./addresses.ts";
import { LinkList } from "./link-dialog.tsx";
import { type Invited, useInviting } from "./use-inviting.ts";

export interface InviteDialogProps {
  project: Project;
  giver: Giver;
  onClose: () => void;
}

/** Invites one or many. Refused addresses stay in the field, each with its reason; sent ones are removed. */
export function InviteDialog({ project, giver, onClose }: InviteDialogProps) {
  const t = useText();
  const form = useId();
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<GivenRole>("viewer");
  const [message, setMessage] = useState("");
  const [error, setError] = useState<string | undefined>();
  const { done, refusals, progress, send } = useInviting(project.id);
  const isSending = progress !== null;
  const links = done.flatMap(({ email, link }) => (link === null ? [] : [{ email, link }]));
  const isOver = done.length > 0 && addresses.length === 0 && typed === "";

  async function submit(): Promise<void> {
    const wanted = unique([...addresses, ...addressesIn(typed)]);
    setAddresses(wanted);
    setTyped("");
    if (wanted.length === 0) return setError(t("team.invite.needed"));
    const { left, sent } = await send(wanted, role, message);
    setAddresses(left);
    const [first] = sent;
    if (first !== undefined && sent.every(({ link, hasJoined }) => link === null && !hasJoined))
      showToast(
        { tone: "ok", title: t("team.invite.sent", { count: sent.length, email: first.email }) },
        limits.toast.form,
      );
    if (left.length === 0 && sent.every(({ link, hasJoined }) => link === null && !hasJoined)) onClose();
  }

  return (
    <Modal
      title={t("team.invite.title", { project: project.name })}
      isOpen
      onClose={onClose}
      isDismissable={!isSending && addresses.length === 0 && typed === "" && message === ""}
      footer={
        isOver ? (
          <Button variant="primary" onPress={onClose}>
            {t("team.invite.close")}
          </Button>
        ) : (
          <>
            {progress !== null && (
              <output className="me-auto self-center text-sm text-ink-muted tabular-nums">
                {t("team.invite.progress", { done: progress.done, all: progress.all })}
              </output>
            )}
            <Button onPress={onClose} isDisabled={isSending}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" form={form} variant="primary" isPending={isSending}>
              {t("team.invite.send", { count: addresses.length })}
            </Button>
          </>
        )
      }
    >
      {isOver ? (
        <Results done={done} />
      ) : (
        <form
          id={form}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isSending) void submit();
          }}
        >
          <div>
            <AddressField
              addresses={addresses}
              typed={typed}
              onChange={(next, rest) => {
                setAddresses(next);
                setTyped(rest);
                setError(undefined);
              }}
              refusals={refusals}
              error={error}
              isDisabled={isSending}
            />
            <Refusals addresses={addresses} refusals={refusals} />
          </div>
          <RoleChoice roles={giver.roles} value={role} onChange={setRole} isDisabled={isSending} />
          <TextArea
            label={t("team.invite.message")}
            hint={t("team.invite.message_hint")}
            rows={3}
            maxLength={limits.team.message}
            value={message}
            onChange={setMessage}
            isDisabled={isSending}
            hasCounter
          />
        </form>
      )}
      {links.length > 0 && (
        <div className="mt-5">
          <LinkList links={links} />
        </div>
      )}
    </Modal>
  );
}

/** Reasons why addresses in the field were not invited. */
function Refusals({
  addresses,
  refusals,
}: {
  addresses: readonly string[];
  refusals: ReadonlyMap<string, string>;
}) {
  const t = useText();
  const refused = addresses.filter((address) => refusals.has(address));
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="mt-3 rounded-lg bg-bad-soft px-3 py-2.5 text-sm text-bad-text">
      <p className="font-strong">{t("team.invite.failed", { count: refused.length })}</p>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {refused.map((address) => (
          <li key={address} className="flex items-start gap-2">
            <Icon of={CircleAlert} size="sm" className="mt-0.5" />
            <span className="min-w-0 break-words">
              <bdi className="font-strong">{address}</bdi>
              <span className="block">{refusals.get(address)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Results({ done }: { done: readonly Invited[] }) {
  const t = useText();
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {done.map(({ email, hasJoined }) => (
        <li key={email} className="flex items-start gap-2">
          <Icon of={CircleCheck} size="sm" className="mt-0.5 text-ok-text" />
          <span className="min-w-0">
            <bdi className="font-strong break-words">{email}</bdi>
            <span className="block text-ink-muted">
              {t(hasJoined ? "team.invite.joined" : "team.invite.done")}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
