import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Panel } from "./panel.tsx";
import { PasswordForm } from "./password-form.tsx";

/** The account's password: changes it, or sets the first. */
export function PasswordPanel() {
  const t = useText();
  const { has_password, is_demo } = useSignedInUser();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      icon={KeyRound}
      title={t("profile.security.password")}
      text={t(
        has_password || is_demo ? "profile.security.password_text" : "profile.security.no_password_text",
      )}
      action={
        !isOpen && (
          <Button isDisabled={is_demo} onPress={() => setIsOpen(true)}>
            {t(
              has_password || is_demo ? "profile.security.change_password" : "profile.security.set_password",
            )}
          </Button>
        )
      }
    >
      {isOpen && <PasswordForm onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
