import { useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Switch } from "#web/ui/switch.tsx";

/** Whether this browser may store more than the necessary; false until the user allows it. */
export const allowsStatistics = (): boolean => recall(storageKeys.cookies) === "statistics";

/**
 * Lets the user choose which data the platform stores in this browser. The choice belongs to the browser, not to a
 * user.
 */
export function CookiePreferences({ onClose }: { onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [isAllowed, setIsAllowed] = useState(allowsStatistics);
  const save = () => {
    remember(storageKeys.cookies, isAllowed ? "statistics" : "necessary");
    onClose();
  };
  return (
    // Pages before sign-in have no provider of their own.
    <I18nProvider locale={localeOf(language)}>
      <Modal
        title={t("shell.cookies.title")}
        isOpen
        onClose={onClose}
        size="sm"
        footer={
          <>
            <Button onPress={onClose}>{t("common.cancel")}</Button>
            <Button variant="primary" onPress={save}>
              {t("common.save")}
            </Button>
          </>
        }
      >
        <p className="text-ink-muted">{t("shell.cookies.text")}</p>
        <div className="mt-5 flex items-center justify-between gap-4">
          <span className="font-strong">{t("shell.cookies.necessary")}</span>
          <span className="text-xs text-ink-muted">{t("shell.cookies.always")}</span>
        </div>
        <p className="mt-0.5 text-ink-muted">{t("shell.cookies.necessary_text")}</p>
        <Switch
          isSelected={isAllowed}
          onChange={setIsAllowed}
          aria-describedby="cookies-statistics"
          className="mt-5 w-full flex-row-reverse justify-between"
        >
          <span className="font-strong">{t("shell.cookies.statistics")}</span>
        </Switch>
        <p id="cookies-statistics" className="mt-0.5 text-ink-muted">
          {t("shell.cookies.statistics_text")}
        </p>
      </Modal>
    </I18nProvider>
  );
}
