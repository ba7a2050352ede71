import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { fieldError } from "#web/lib/error-text.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { go, readRecovery, resetPassword } from "../auth.calls.ts";
import { DeadLink } from "../dead-link.tsx";
import { Heading } from "../heading.tsx";
import { Loaded } from "../loaded.tsx";
import { NewPassword, passwordError } from "../new-password.tsx";
import { Refusal } from "../refusal.tsx";
import { passwordRefusal, useSending } from "../use-sending.ts";

export interface ResetPasswordProps {
  token: string;
  onAskAgain: () => void;
}

export function ResetPassword({ token, onAskAgain }: ResetPasswordProps) {
  const t = useText();
  const link = useLoaded(() => readRecovery(token));
  const [isDead, setIsDead] = useState(false);
  return (
    <Loaded of={link}>
      {({ valid }) =>
        valid && !isDead ? (
          <PasswordForm token={token} onDead={() => setIsDead(true)} />
        ) : (
          <DeadLink title={t("auth.recover.dead_title")} text={t("auth.recover.dead_text")}>
            <PlainButton variant="primary" size="lg" onClick={onAskAgain}>
              {t("auth.recover.ask_again")}
            </PlainButton>
            <PlainLink href="/login" look={{ variant: "quiet", size: "lg" }}>
              {t("auth.back_to_login")}
            </PlainLink>
          </DeadLink>
        )
      }
    </Loaded>
  );
}

function PasswordForm({ token, onDead }: { token: string; onDead: () => void }) {
  const t = useText();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | undefined>();
  const { send, pending, failure, wait } = useSending<"save">();
  const input = useRef<HTMLInputElement>(null);

  async function save(): Promise<void> {
    try {
      await resetPassword(token, password);
      await go("/login?password=changed");
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === "LINK_INVALID") onDead();
      const atField = passwordRefusal(refusal, t).password ?? fieldError(refusal, "password", t);
      if (atField === undefined) throw refusal;
      setError(atField);
      input.current?.focus();
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = passwordError(password, t);
    setError(wrong);
    if (wrong === undefined) void send("save", save);
    else input.current?.focus();
  }

  return (
    <>
      <Heading title={t("auth.recover.new_title")}>{t("auth.recover.new_text")}</Heading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Refusal failure={failure} wait={wait} />
        <NewPassword
          label={t("auth.new_password")}
          value={password}
          onChange={(value) => {
            setPassword(value);
            setError(undefined);
          }}
          error={error}
          inputRef={input}
          isFirst
        />
        <PlainButton
          type="submit"
          variant="primary"
          size="lg"
          isPending={pending !== null}
          isDisabled={wait.left > 0}
        >
          {t("auth.recover.new_submit")}
        </PlainButton>
      </form>
    </>
  );
}
