import { type FormEvent, useRef, useState } from "react";
import { fieldError } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { resendActivation } from "../auth.calls.ts";
import { Refusal } from "../refusal.tsx";
import { useSending } from "../use-sending.ts";

/** Sends the activation email again. The answer does not reveal whether there is such an account. */
export function Resend() {
  const t = useText();
  const [name, setName] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { send, pending, failure, wait } = useSending<"resend">();
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const to = name.trim();
    setIsMissing(to === "");
    setSentTo(null);
    if (to === "") input.current?.focus();
    else
      void send("resend", async () => {
        await resendActivation(to);
        setSentTo(to);
      });
  }

  const error = isMissing ? t("auth.name_required") : fieldError(failure, "username_f", t);
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="font-strong">{t("auth.activate.resend_title")}</h2>
      <p className="mt-1 text-ink-muted">{t("auth.activate.resend_text")}</p>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        {error === undefined && <Refusal failure={failure} wait={wait} />}
        {sentTo !== null && <Banner tone="ok">{t("auth.activate.resent", { name: sentTo })}</Banner>}
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
        />
        <PlainButton type="submit" size="lg" isPending={pending !== null} isDisabled={wait.left > 0}>
          {t("auth.activate.resend_submit")}
        </PlainButton>
      </form>
    </section>
  );
}
