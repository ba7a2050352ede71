import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LinkedAccounts } from "./linked-accounts.tsx";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { TokensPanel } from "./tokens-panel.tsx";
import { TwoFactorPanel } from "./two-factor-panel.tsx";

/** The protection of this account. */
export function SecuritySection() {
  const t = useText();
  const user = useSignedInUser();
  const settings = useSettings();
  // A user who has it can still turn it off where the settings no longer offer it.
  const hasTwoFactor = settings?.["2fa_enable"] === true || user["2fa_enabled"];
  return (
    <>
      <p className="mb-5 text-ink-muted">{t("profile.security.text")}</p>
      <div className="flex flex-col gap-5">
        <PasswordPanel />
        {hasTwoFactor && <TwoFactorPanel isOffered={settings?.["2fa_enable"] === true} />}
        <PasskeysPanel />
        <LinkedAccounts />
        {user.can.api && <TokensPanel />}
      </div>
    </>
  );
}
