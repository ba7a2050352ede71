import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Analytics, AnalyticsSkeleton } from "./analytics.tsx";
import { deviceName } from "./device.tsx";
import { plainList, useListState } from "./list-state.ts";
import { SessionTable } from "./session-table.tsx";
import { SessionTools } from "./session-tools.tsx";
import {
  type AdminSession,
  sessionsPerPage,
  useAnalytics,
  useForceLogout,
  useSessions,
} from "./sessions.queries.ts";

/** Active sessions with their devices, and the action to end them. */
export function SessionsScreen() {
  const t = useText();
  const [state, change] = useListState();
  const analytics = useAnalytics();
  const sessions = useSessions(state);
  const [forced, setForced] = useState<AdminSession | null>(null);
  const person = sessions.data?.items.find(({ user }) => user.id === state.user)?.user.name;
  return (
    <>
      <ListScreen
        title={t("sessions.title")}
        notices={
          analytics.isPending ? (
            <AnalyticsSkeleton />
          ) : (
            // The list shows the error; it is the same server.
            analytics.data && <Analytics figures={analytics.data} />
          )
        }
        tools={<SessionTools state={state} change={change} total={sessions.data?.total} person={person} />}
        list={sessions}
        screen="sessions"
        isNarrowed
        onClear={() => change(plainList)}
        paging={{ page: state.page, perPage: sessionsPerPage, onPage: (page) => change({ page }) }}
      >
        {(items) => (
          <SessionTable
            sessions={items}
            {...(state.user === null && { onPerson: (user: number) => change({ user }) })}
            onForce={setForced}
          />
        )}
      </ListScreen>
      {forced !== null && <ForceLogout session={forced} onClose={() => setForced(null)} />}
    </>
  );
}

function ForceLogout({ session, onClose }: { session: AdminSession; onClose: () => void }) {
  const t = useText();
  const force = useForceLogout();
  const { name } = session.user;

  async function confirm(): Promise<void> {
    try {
      await force.mutateAsync(session.id);
      showToast({ tone: "ok", title: t("sessions.force.done", { name }) }, limits.toast.form);
    } catch (error) {
      showToast({ tone: "bad", title: t("errors.failed.session_force_logout"), text: errorText(error, t) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("sessions.force.title", { name })}
      confirmLabel={t("sessions.force.action")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={force.isPending}
    >
      {t("sessions.force.text", { browser: deviceName(session, t), address: session.address })}
    </ConfirmDialog>
  );
}
