import { Send } from "lucide-react";
import { useState } from "react";
import type { Settings } from "#contract/settings.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useSendTestMail } from "./settings.queries.ts";

/** Sends a real email with the stored settings. Recovery and activation by email become available after a success. */
export function TestMail({ settings, isSaved }: { settings: Settings; isSaved: boolean }) {
  const t = useText();
  const { email } = useSignedInUser();
  const [to, setTo] = useState(email);
  const test = useSendTestMail();
  const atField = fieldError(test.error, "to", t);
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
      <p className={settings.smtp_valid ? "text-ok-text" : "text-ink-muted"}>
        {t(settings.smtp_valid ? "settings.test_mail.works" : "settings.test_mail.untried")}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={t("settings.test_mail.to")}
          type="email"
          dir="ltr"
          value={to}
          onChange={setTo}
          error={atField}
          className="min-w-52 flex-1"
        />
        <Button
          icon={Send}
          isPending={test.isPending}
          isDisabled={!isSaved || to.trim() === ""}
          onPress={() => test.mutate(to.trim())}
        >
          {t("settings.test_mail.button")}
        </Button>
      </div>
      {!isSaved && <span className="text-xs text-ink-muted">{t("settings.test.save_first")}</span>}
      {test.isError && atField === undefined && <Banner tone="bad">{errorText(test.error, t)}</Banner>}
      {test.isSuccess && <Banner tone="ok">{t("settings.test_mail.sent", { to })}</Banner>}
    </div>
  );
}
