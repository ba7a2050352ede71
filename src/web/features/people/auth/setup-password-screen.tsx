import { type FormEvent, useRef } from "react";
import { useDraft } from "#web/lib/draft.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { useText } from "#web/lib/use-text.ts";
import { takeRedirect } from "#web/shell/after-login.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainPassword } from "#web/ui/plain/plain-password.tsx";
import { go, setFirstPassword } from "./auth.calls.ts";
import { Entrance } from "./entrance.tsx";
import { Heading } from "./heading.tsx";
import { NewPassword, passwordError } from "./new-password.tsx";
import { Refusal } from "./refusal.tsx";
import { passwordRefusal, useSending } from "./use-sending.ts";

const empty = { password: "", password_confirmation: "" };

/** For users who registered by a provider and have no password here. It is optional. */
export function SetupPasswordScreen() {
  const t = useText();
  const { values, errors, set, setErrors } = useDraft(empty);
  const { send, pending, failure, wait } = useSending<"save" | "later">();
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const password = passwordError(values.password, t);
    const isSame = values.password === values.password_confirmation;
    const lacking = {
      ...(password !== undefined && { password }),
      ...(password === undefined && !isSame && { password_confirmation: t("auth.password_mismatch") }),
    };
    setErrors(lacking);
    if (Object.keys(lacking).length > 0) focusFirstError(form);
    else void send("save", save);
  }

  async function save(): Promise<void> {
    try {
      await setFirstPassword(values.password, values.password_confirmation);
      await go(takeRedirect());
    } catch (error) {
      const refused = {
        ...fieldErrors<typeof empty>(error, ["password", "password_confirmation"], t),
        ...passwordRefusal(error, t),
      };
      if (Object.keys(refused).length === 0) throw error;
      setErrors(refused);
      focusFirstError(form);
    }
  }

  return (
    <Entrance>
      <Heading title={t("auth.setup_password.title")}>{t("auth.setup_password.text")}</Heading>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Refusal failure={failure} wait={wait} />
        <NewPassword
          label={t("auth.password")}
          value={values.password}
          onChange={(value) => set("password", value)}
          error={errors.password}
          isFirst
        />
        <PlainPassword
          label={t("auth.password_again")}
          name="password_confirmation"
          autoComplete="new-password"
          value={values.password_confirmation}
          onChange={(value) => set("password_confirmation", value)}
          error={errors.password_confirmation}
          isRequired
        />
        <PlainButton
          type="submit"
          variant="primary"
          size="lg"
          isPending={pending === "save"}
          isDisabled={wait.left > 0}
          className="mt-1"
        >
          {t("auth.setup_password.submit")}
        </PlainButton>
        <PlainButton
          size="lg"
          variant="quiet"
          isPending={pending === "later"}
          onClick={() => void send("later", () => go(takeRedirect()))}
        >
          {t("auth.setup_password.later")}
        </PlainButton>
      </form>
    </Entrance>
  );
}
