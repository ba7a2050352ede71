import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { fieldError } from "#web/lib/error-text.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { keepRememberMe } from "#web/shell/session-start.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { PlainPassword } from "#web/ui/plain/plain-password.tsx";
import { enter, go, signIn, signInToDemo, socialStart } from "./auth.calls.ts";
import { useCaptcha } from "./captcha/captcha.ts";
import { CaptchaField } from "./captcha/captcha-field.tsx";
import { Entrance } from "./entrance.tsx";
import { LoginNotice } from "./login-notice.tsx";
import { Refusal } from "./refusal.tsx";
import { useSending } from "./use-sending.ts";
import { type OtherWay, OtherWays } from "./ways/other-ways.tsx";
import { askForPasskey } from "./ways/passkey.ts";
import { useSuggestedPasskey } from "./ways/use-suggested-passkey.ts";

export function LoginScreen() {
  const t = useText();
  const settings = useSettings();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const [missing, setMissing] = useState({ name: false, password: false });
  const captcha = useCaptcha();
  const { send, pending, failure, wait } = useSending<"password" | OtherWay>();
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useSuggestedPasskey(rememberMe, pending !== null, (answer) => void enter(answer));

  function submit(event: FormEvent): void {
    event.preventDefault();
    const lacks = { name: name.trim() === "", password: password === "" };
    setMissing(lacks);
    if (lacks.name) nameInput.current?.focus();
    else if (lacks.password) passwordInput.current?.focus();
    else void send("password", byPassword);
  }

  /** The solution is sent when it is ready by now; the server demands it only after failures. */
  async function byPassword(): Promise<void> {
    const given = { username_l: name.trim(), password_l: password, rememberMe };
    await enter(await captcha.send((solution) => signIn({ ...given, captcha: solution }), false));
  }

  function choose(way: OtherWay): void {
    void send(way, async () => {
      if (way === "passkey") await enter(await askForPasskey({ rememberMe }));
      else if (way === "demo") await enter(await signInToDemo());
      else await go((await socialStart(way, rememberMe)).auth_url);
    });
  }

  const nameError = missing.name ? t("auth.name_required") : fieldError(failure, "username_l", t);
  const passwordError = missing.password ? t("auth.password_required") : fieldError(failure, "password_l", t);
  const isAtField = nameError !== undefined || passwordError !== undefined;
  return (
    <Entrance>
      <h1 className="text-xl font-strong">{t("auth.title")}</h1>
      <div className="mt-2 mb-5 empty:mb-4">
        {failure === null ? <LoginNotice /> : !isAtField && <Refusal failure={failure} wait={wait} />}
      </div>
      <form
        noValidate
        onSubmit={submit}
        onInput={settings?.captcha_login === true ? captcha.begin : undefined}
        className="flex flex-col gap-4"
      >
        <PlainField
          label={t("auth.name")}
          name="username_l"
          autoComplete="username webauthn"
          autoCapitalize="none"
          value={name}
          onChange={(value) => {
            setName(value);
            setMissing((before) => ({ ...before, name: false }));
          }}
          error={nameError}
          isRequired
          inputRef={nameInput}
          isFirst
        />
        <PlainPassword
          label={t("auth.password")}
          name="password_l"
          autoComplete="current-password"
          value={password}
          onChange={(value) => {
            setPassword(value);
            setMissing((before) => ({ ...before, password: false }));
          }}
          error={passwordError}
          isRequired
          inputRef={passwordInput}
          aside={settings?.smtp_valid && <PlainLink href="/recover">{t("auth.forgot")}</PlainLink>}
        />
        <PlainCheckbox
          isSelected={rememberMe}
          onChange={(isWanted) => {
            setRememberMe(isWanted);
            keepRememberMe(isWanted);
          }}
        >
          {t("auth.remember")}
        </PlainCheckbox>
        {settings?.captcha_login === true && <CaptchaField captcha={captcha} />}
        <PlainButton
          type="submit"
          variant="primary"
          size="lg"
          isPending={pending === "password"}
          isDisabled={wait.left > 0}
          className="mt-1"
        >
          {t("auth.submit")}
        </PlainButton>
      </form>
      <OtherWays pending={pending} onChoose={choose} />
      {failure instanceof ApiError && failure.code === "EMAIL_UNCONFIRMED" && (
        <PlainLink href="/activate" className="mt-4 block text-center">
          {t("auth.activate.resend_title")}
        </PlainLink>
      )}
      {settings?.enable_registration && (
        <p className="mt-6 text-center text-sm text-ink-muted">
          {t("auth.no_account")} <PlainLink href="/register">{t("auth.to_register")}</PlainLink>
        </p>
      )}
    </Entrance>
  );
}
