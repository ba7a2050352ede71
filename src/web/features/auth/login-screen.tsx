import { type FormEvent, useRef, useState } from "react";
import type { SignedIn } from "#contract/auth.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { leave } from "#web/lib/leave.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { takeRedirect } from "#web/shell/after-login.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainPassword } from "#web/ui/plain/plain-password.tsx";
import { signIn, signInToDemo, welcome } from "./auth.calls.ts";
import { Entrance } from "./entrance.tsx";

type Way = "password" | "demo";

export function LoginScreen() {
  const t = useText();
  const isLoggedOut = new URLSearchParams(location.search).has("logged_out");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const [missing, setMissing] = useState<{ name: boolean; password: boolean }>({
    name: false,
    password: false,
  });
  const { enter, pending, failure } = useEntering();
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const lacks = { name: name.trim() === "", password: password === "" };
    setMissing(lacks);
    if (lacks.name) nameInput.current?.focus();
    else if (lacks.password) passwordInput.current?.focus();
    else void enter("password", () => signIn({ username_l: name.trim(), password_l: password, rememberMe }));
  }

  const nameError = missing.name ? t("auth.name_required") : fieldError(failure, "username_l", t);
  const passwordError = missing.password ? t("auth.password_required") : fieldError(failure, "password_l", t);
  const isAtField = nameError !== undefined || passwordError !== undefined;
  return (
    <Entrance>
      <h1 className="text-xl font-strong">{t("auth.title")}</h1>
      {isLoggedOut && failure === null && (
        <output className="block mt-1 text-ink-muted">{t("auth.logged_out")}</output>
      )}
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {failure !== null && !isAtField && <Banner tone="bad">{failureText(failure, t)}</Banner>}
        <PlainField
          label={t("auth.name")}
          name="username_l"
          autoComplete="username"
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
        />
        <PlainCheckbox isSelected={rememberMe} onChange={setRememberMe}>
          {t("auth.remember")}
        </PlainCheckbox>
        <PlainButton
          type="submit"
          variant="primary"
          size="lg"
          isPending={pending === "password"}
          className="mt-1"
        >
          {t("auth.submit")}
        </PlainButton>
      </form>
      <Demo isPending={pending === "demo"} onEnter={() => void enter("demo", signInToDemo)} />
    </Entrance>
  );
}

function Demo({ isPending, onEnter }: { isPending: boolean; onEnter: () => void }) {
  const t = useText();
  if (useSettings()?.demo_enabled !== true) return null;
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-xs text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("auth.or")}
      </div>
      <PlainButton size="lg" className="w-full" isPending={isPending} onClick={onEnter}>
        {t("auth.demo")}
      </PlainButton>
      <p className="mt-2 text-center text-xs text-ink-muted">{t("auth.demo_note")}</p>
    </>
  );
}

/** Signs in by one of the ways and goes to where the person wanted; the refusal of the last try otherwise. */
function useEntering() {
  const [pending, setPending] = useState<Way | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  async function enter(way: Way, ask: () => Promise<SignedIn>): Promise<void> {
    if (pending !== null) return;
    setPending(way);
    setFailure(null);
    try {
      const answer = await ask();
      if (answer.requires_2fa) {
        leave("/2fa");
        return;
      }
      welcome(answer.user);
      leave(takeRedirect());
    } catch (error) {
      setFailure(error);
      setPending(null);
    }
  }

  return { enter, pending, failure };
}

/** The server's sentence; where it has none, the specified one. */
function failureText(failure: unknown, t: ReturnType<typeof useText>): string {
  const isWordless = failure instanceof ApiError && failure.code === "UNKNOWN" && failure.message === "";
  return isWordless ? t("errors.failed.login") : errorText(failure, t);
}
