import { CalendarOff } from "lucide-react";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";

/** For users without access to this address: the reason, and who can grant it. */
export function OffNotice() {
  const t = useText();
  const user = useSignedInUser();
  const isOnForSite = useSettings()?.ms_project_enabled === true;
  const reason = !isOnForSite ? "site" : user.ms_project_enabled ? "plan" : "account";
  return (
    <EmptyState
      icon={CalendarOff}
      title={t("schedules.off.title")}
      text={t(`schedules.off.${reason}`)}
      action={
        user.super_admin ? (
          <Link
            href={reason === "account" ? `/edituser/${user.id}` : "/settings"}
            look={{ variant: "primary" }}
          >
            {t(reason === "account" ? "schedules.off.to_account" : "schedules.off.to_settings")}
          </Link>
        ) : (
          <Link href="/dashboard" look={{ variant: "secondary" }}>
            {t("common.go_home")}
          </Link>
        )
      }
    />
  );
}
