import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, type Output } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { CodeInput } from "#web/ui/plain/code-input.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { enter, go, readTwoFactor, verifyTwoFactor } from "../auth.calls.ts";
import { Entrance } from "../entrance.tsx";
import { Heading } from "../heading.tsx";
import { Loaded } from "../loaded.tsx";
import { Refusal } from "../refusal.tsx";
import { type Sending, useSending } from "../use-sending.ts";
import { askForPasskey, knowsPasskeys } from "../ways/passkey.ts";

type Way = "code" | "recovery" | "passkey";
type Methods = Output<"GET /api/verify-2fa">["methods"];

/** The second factor of a pending sign-in. */
export function TwoFactorScreen() {
  const loading = useLoaded(readTwoFactor);
  return (
    <Entrance>
      <Loaded of={loading}>
        {({ pending, methods }) => (pending ? <Ask methods={methods} /> : <Nothing />)}
      </Loaded>
    </Entrance>
  );
}

/** No sign-in is pending: it has to start over. */
function Nothing() {
  useEffect(() => leavePage("/login"), []);
  return null;
}

function Ask({ methods }: { methods: Methods }) {
  const t = useText();
  const sending = useSending<Way>();
  const [way, setWay] = useState<"code" | "recovery">("code");
  const isPasskeyOffered = methods.passkey && knowsPasskeys();
  const isPasskeyOnly = !methods.code;

  /** An expired sign-in starts over, at user name and password. */
  const answer = (by: Way, ask: () => Promise<void>) =>
    sending.send(by, async () => {
      try {
        await ask();
      } catch (error) {
        if (error instanceof ApiError && error.code === "TWO_FACTOR_EXPIRED")
          await go("/login?two_factor=expired");
        throw error;
      }
    });
  const verify = (by: "code" | "recovery", code: string) =>
    answer(by, async () => enter(await verifyTwoFactor(code)));
  const passkey = (
    <PlainButton
      size="lg"
      variant={isPasskeyOnly ? "primary" : "secondary"}
      isPending={sending.pending === "passkey"}
      onClick={() => void answer("passkey", async () => enter(await askForPasskey({ isSecondFactor: true })))}
    >
      {t("auth.two_factor.use_passkey")}
    </PlainButton>
  );

  return (
    <>
      <Heading title={t("auth.two_factor.title")}>
        {isPasskeyOnly ? t("auth.two_factor.passkey_hint") : undefined}
      </Heading>
      {!isPasskeyOnly && way === "code" && (
        <CodeForm sending={sending} onVerify={(code) => verify("code", code)} />
      )}
      {!isPasskeyOnly && way === "recovery" && (
        <RecoveryForm sending={sending} onVerify={(code) => verify("recovery", code)} />
      )}
      {isPasskeyOnly && <Refusal failure={sending.failure} wait={sending.wait} />}
      <div className="mt-5 flex flex-col gap-2.5">
        {isPasskeyOffered && passkey}
        {!isPasskeyOnly && (
          <PlainButton size="lg" variant="quiet" onClick={() => setWay(way === "code" ? "recovery" : "code")}>
            {t(way === "code" ? "auth.two_factor.use_recovery" : "auth.two_factor.use_code")}
          </PlainButton>
        )}
        <PlainLink href="/login" look={{ variant: "quiet", size: "lg" }}>
          {t("auth.back_to_login")}
        </PlainLink>
      </div>
    </>
  );
}

interface FormProps {
  sending: Sending<Way>;
  onVerify: (code: string) => Promise<void>;
}

/** A refusal of the code itself is shown at the code; anything else above it. */
function refusalOf({ failure }: Sending<Way>, t: ReturnType<typeof useText>): string | undefined {
  const isWrong = failure instanceof ApiError && failure.code === "TWO_FACTOR_WRONG";
  return isWrong ? errorText(failure, t) : undefined;
}

function CodeForm({ sending, onVerify }: FormProps) {
  const t = useText();
  const [code, setCode] = useState("");
  const [isShort, setIsShort] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refused = refusalOf(sending, t);
  useEffect(() => input.current?.focus(), []);

  /** A wrong code is entered anew, not corrected; after a right one this page is about to be left. */
  async function verify(complete: string): Promise<void> {
    await onVerify(complete);
    setCode("");
    input.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsShort(code.length < 6);
    if (code.length < 6) input.current?.focus();
    else void verify(code);
  }

  const error = isShort ? t("auth.two_factor.code_required") : code === "" ? refused : undefined;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refused === undefined && <Refusal failure={sending.failure} wait={sending.wait} />}
      <CodeInput
        label={t("auth.two_factor.code")}
        hint={t("auth.two_factor.hint")}
        value={code}
        onChange={(value) => {
          setCode(value);
          setIsShort(false);
        }}
        onComplete={(complete) => void verify(complete)}
        error={error}
        inputRef={input}
      />
      <PlainButton
        type="submit"
        variant="primary"
        size="lg"
        isPending={sending.pending === "code"}
        isDisabled={sending.wait.left > 0}
      >
        {t("auth.two_factor.submit")}
      </PlainButton>
    </form>
  );
}

function RecoveryForm({ sending, onVerify }: FormProps) {
  const t = useText();
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const refused = refusalOf(sending, t);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() !== "") void onVerify(code.trim());
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refused === undefined && <Refusal failure={sending.failure} wait={sending.wait} />}
      <PlainField
        label={t("auth.two_factor.recovery_code")}
        name="recovery_code"
        autoComplete="off"
        autoCapitalize="none"
        dir="ltr"
        value={code}
        onChange={(value) => {
          setCode(value);
          setIsMissing(false);
        }}
        hint={t("auth.two_factor.recovery_hint")}
        error={isMissing ? t("auth.two_factor.recovery_required") : refused}
        isRequired
        isFirst
      />
      <PlainButton
        type="submit"
        variant="primary"
        size="lg"
        isPending={sending.pending === "recovery"}
        isDisabled={sending.wait.left > 0}
      >
        {t("auth.two_factor.submit")}
      </PlainButton>
    </form>
  );
}
