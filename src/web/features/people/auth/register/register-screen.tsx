import { useState } from "react";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { resendActivation } from "../auth.calls.ts";
import { CheckEmail } from "../check-email.tsx";
import { Entrance } from "../entrance.tsx";
import { Heading } from "../heading.tsx";
import { RegisterForm } from "./register-form.tsx";

/** Registers an account, where the settings allow it. */
export function RegisterScreen() {
  const t = useText();
  const settings = useSettings();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  return (
    <Entrance>
      {mailedTo === null ? (
        <>
          <Heading title={t("auth.register.title")} />
          <RegisterForm settings={settings} onMailed={setMailedTo} />
          <p className="mt-6 text-center text-sm text-ink-muted">
            {t("auth.has_account")} <PlainLink href="/login">{t("auth.to_login")}</PlainLink>
          </p>
        </>
      ) : (
        <CheckEmail
          title={t("auth.register.mailed_title")}
          hint={t("auth.register.mailed_hint")}
          onResend={() => resendActivation(mailedTo)}
        >
          {t("auth.register.mailed", { email: mailedTo })}
        </CheckEmail>
      )}
    </Entrance>
  );
}
