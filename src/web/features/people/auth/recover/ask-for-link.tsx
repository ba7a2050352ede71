import { type FormEvent, useRef, useState } from "react";
import { fieldError } from "#web/lib/error-text.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { mailRecovery } from "../auth.calls.ts";
import { useCaptcha } from "../captcha/captcha.ts";
import { CaptchaField } from "../captcha/captcha-field.tsx";
import { CheckEmail } from "../check-email.tsx";
import { Heading } from "../heading.tsx";
import { Refusal } from "../refusal.tsx";
import { useSending } from "../use-sending.ts";

/** The answer is the same whether such an account exists or not, and so is the text shown afterwards. */
export function AskForLink() {
  const t = useText();
  const isCaptchaOn = useSettings()?.captcha_login === true;
  const [name, setName] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const captcha = useCaptcha();
  const { send, pending, failure, wait } = useSending<"mail">();
  const input = useRef<HTMLInputElement>(null);

  const mail = (to: string) => captcha.send((solution) => mailRecovery(to, solution), false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const to = name.trim();
    setIsMissing(to === "");
    if (to === "") input.current?.focus();
    else
      void send("mail", async () => {
        await mail(to);
        setSentTo(to);
      });
  }

  if (sentTo !== null) {
    return (
      <CheckEmail
        title={t("auth.recover.sent_title")}
        hint={t("auth.recover.sent_hint")}
        onResend={() => mail(sentTo)}
      >
        {t("auth.recover.sent", { name: sentTo })}
      </CheckEmail>
    );
  }
  const error = isMissing ? t("auth.name_required") : fieldError(failure, "username_f", t);
  return (
    <>
      <Heading title={t("auth.recover.title")}>{t("auth.recover.text")}</Heading>
      <form
        noValidate
        onSubmit={submit}
        onInput={isCaptchaOn ? captcha.begin : undefined}
        className="flex flex-col gap-4"
      >
        {error === undefined && <Refusal failure={failure} wait={wait} />}
        <PlainField
          label={t("auth.name")}
          name="username_f"
          autoComplete="username"
          autoCapitalize="none"
          value={name}
          onChange={(value) => {
            setName(value);
            setIsMissing(false);
          }}
          error={error}
          isRequired
          inputRef={input}
          isFirst
        />
        {isCaptchaOn && <CaptchaField captcha={captcha} />}
        <PlainButton
          type="submit"
          variant="primary"
          size="lg"
          isPending={pending !== null}
          isDisabled={wait.left > 0}
        >
          {t("auth.recover.submit")}
        </PlainButton>
        <PlainLink href="/login" look={{ variant: "quiet", size: "lg" }}>
          {t("auth.back_to_login")}
        </PlainLink>
      </form>
    </>
  );
}
