import { LogOut } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { SessionInfo } from "#contract/sessions.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DeviceIcon, deviceName, isolated } from "../device.tsx";
import { useOwnSessions, useRevoke, useRevokeOthers } from "../sessions.queries.ts";
import { Panel, PanelRow, rows } from "./panel.tsx";

/** The user's current sessions; each can be ended from here, or all but this one. */
export function SessionsPanel() {
  const t = useText();
  const sessions = useOwnSessions();
  const [asked, setAsked] = useState<SessionInfo | "all" | null>(null);
  const hasOthers = sessions.data?.items.some(({ current }) => !current) ?? false;
  return (
    <Panel
      title={t("sessions.own.title")}
      text={t("sessions.own.text")}
      query={sessions}
      action={
        hasOthers && (
          <Button icon={LogOut} onPress={() => setAsked("all")}>
            {t("sessions.own.all")}
          </Button>
        )
      }
    >
      {({ items }) => (
        <>
          <ul className={rows}>
            {items.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
            ))}
          </ul>
          {asked === "all" && <EndOthers onClose={() => setAsked(null)} />}
          {asked !== null && asked !== "all" && <EndOne session={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => void }) {
  const t = useText();
  const format = useFormat();
  const name = deviceName(session, t);
  return (
    <PanelRow
      sign={<DeviceIcon of={session.device} />}
      title={name}
      mark={session.current && <Chip tone="accent">{t("sessions.this_browser")}</Chip>}
      facts={[
        isolated(session.address),
        ...(session.current ? [] : [t("sessions.last_seen", { ago: format.ago(session.last_seen_at) })]),
        t("sessions.signed_in", { date: format.date(session.created_at, "moment") }),
        ...(session.remembered ? [t("sessions.remembered")] : []),
      ]}
      action={
        !session.current && (
          <Button size="sm" aria-label={t("sessions.own.sign_out_named", { name })} onPress={onEnd}>
            {t("sessions.own.sign_out")}
          </Button>
        )
      }
    />
  );
}

function EndOne({ session, onClose }: { session: SessionInfo; onClose: () => void }) {
  const t = useText();
  const revoke = useRevoke();
  const name = deviceName(session, t);

  async function confirm(): Promise<void> {
    try {
      await revoke.mutateAsync(session.id);
      showToast({ tone: "ok", title: t("sessions.own.signed_out", { name }) }, limits.toast.form);
    } catch (error) {
      showToast({ tone: "bad", title: t("errors.failed.session_revoke"), text: errorText(error, t) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("sessions.own.sign_out_title", { name })}
      confirmLabel={t("sessions.own.sign_out")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={revoke.isPending}
    >
      {t("sessions.own.sign_out_text")}
    </ConfirmDialog>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const t = useText();
  const revoke = useRevokeOthers();

  async function confirm(): Promise<void> {
    try {
      const { ended } = await revoke.mutateAsync();
      showToast({ tone: "ok", title: t("sessions.own.all_done", { count: ended }) }, limits.toast.form);
    } catch (error) {
      showToast({ tone: "bad", title: t("errors.failed.session_revoke"), text: errorText(error, t) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("sessions.own.all_title")}
      confirmLabel={t("sessions.own.all")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={revoke.isPending}
    >
      {t("sessions.own.all_text")}
    </ConfirmDialog>
  );
}
