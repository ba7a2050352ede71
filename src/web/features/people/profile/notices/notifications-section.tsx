import { useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { askBrowser } from "#web/lib/desktop-notice.ts";
import { errorText } from "#web/lib/error-text.ts";
import { logFailure } from "#web/lib/log.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { SettingRow } from "../setting-row.tsx";
import { useChangePreferences, useNotificationPreferences } from "./notices.queries.ts";
import { PreferenceTable } from "./preference-table.tsx";

/** Channels of each kind of notification. Every change is saved at once. */
export function NotificationsSection() {
  const t = useText();
  const { is_demo } = useSignedInUser();
  const preferences = useNotificationPreferences();
  const [isForbidden, setIsForbidden] = useState(false);
  const change = useChangePreferences((error) =>
    logFailure(t("errors.failed.notification_preferences"), error),
  );
  if (preferences.isPending) return <Skeleton className="mt-4 h-96" />;
  if (preferences.isError)
    return <LoadFailure error={preferences.error} onRetry={() => void preferences.refetch()} />;
  const { global_settings, preferences: kinds } = preferences.data;

  async function switchBrowser(isOn: boolean): Promise<void> {
    // The browser's permission is requested only when the user enables it.
    const isAllowed = !isOn || (await askBrowser());
    setIsForbidden(!isAllowed);
    if (isAllowed) change.mutate({ global_settings: { browser_enabled: isOn } });
  }

  return (
    <>
      <p className="mb-5 text-ink-muted">{t("profile.notices.text")}</p>
      <div className="divide-y divide-line border-y border-line">
        <SettingRow title={t("profile.notices.mail")} text={t("profile.notices.mail_text")}>
          <Switch
            aria-label={t("profile.notices.mail")}
            isSelected={global_settings.mail_enabled}
            isDisabled={is_demo}
            onChange={(mail_enabled) => change.mutate({ global_settings: { mail_enabled } })}
          >
            {null}
          </Switch>
        </SettingRow>
        <SettingRow title={t("profile.notices.browser")} text={t("profile.notices.browser_text")}>
          <Switch
            aria-label={t("profile.notices.browser")}
            isSelected={global_settings.browser_enabled}
            isDisabled={is_demo}
            onChange={(isOn) => void switchBrowser(isOn)}
          >
            {null}
          </Switch>
        </SettingRow>
      </div>
      {isForbidden && (
        <Banner tone="warn" className="mt-4" onClose={() => setIsForbidden(false)}>
          {t("profile.notices.browser_forbidden")}
        </Banner>
      )}
      {change.isError && (
        <Banner
          tone="bad"
          title={t("errors.failed.notification_preferences")}
          className="mt-4"
          onClose={change.reset}
        >
          {/* A refusal with a message of its own needs no second one. */}
          {change.error instanceof ApiError && errorText(change.error, t)}
        </Banner>
      )}
      <PreferenceTable
        kinds={kinds}
        isOn={{ mail: global_settings.mail_enabled, browser: global_settings.browser_enabled, bell: true }}
        isDisabled={is_demo}
        onChange={(preference) => change.mutate({ preferences: [preference] })}
      />
    </>
  );
}
