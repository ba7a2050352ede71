import { ChevronDown } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { useDraft } from "#web/lib/draft.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { enter, register } from "../auth.calls.ts";
import { useCaptcha } from "../captcha/captcha.ts";
import { CaptchaField } from "../captcha/captcha-field.tsx";
import { NewPassword, passwordError } from "../new-password.tsx";
import { askedFields, missingFields, nobody, PersonFields } from "../person-fields.tsx";
import { Refusal } from "../refusal.tsx";
import { passwordRefusal, useSending } from "../use-sending.ts";
import { asksConsent, Consent } from "./consent.tsx";

const empty = { ...nobody, username: "", email: "", password: "" };
type Values = typeof empty;
const fields = Object.keys(empty) as (keyof Values)[];

export interface RegisterFormProps {
  settings: PublicSettings | null;
  /** The account needs its address confirmed. */
  onMailed: (email: string) => void;
}

export function RegisterForm({ settings, onMailed }: RegisterFormProps) {
  const t = useText();
  const language = useLanguage();
  const { values, errors, set, setErrors } = useDraft(empty);
  const [consent, setConsent] = useState(false);
  const [lacksConsent, setLacksConsent] = useState(false);
  const captcha = useCaptcha();
  const { send, pending, failure, wait } = useSending<"register">();
  const form = useRef<HTMLFormElement>(null);
  const { wanted, offered, isMandatory } = askedFields(settings);
  const isCaptchaOn = settings?.captcha_register === true;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const password = passwordError(values.password, t);
    const lacking = {
      ...missingFields(values, settings, t),
      ...(values.username.trim() === "" && { username: t("users.username_required") }),
      ...(values.email.trim() === "" && { email: t("auth.email_required") }),
      ...(password !== undefined && { password }),
    };
    const lacks = asksConsent(settings) && !consent;
    setErrors(lacking);
    setLacksConsent(lacks);
    if (Object.keys(lacking).length > 0 || lacks) focusFirstError(form);
    else void send("register", create);
  }

  async function create(): Promise<void> {
    const given = {
      ...values,
      email: values.email.trim(),
      username: values.username.trim(),
      language,
      consent,
    };
    try {
      const made = await captcha.send((solution) => register({ ...given, captcha: solution }), isCaptchaOn);
      if (made.activation === "none") await enter(made.signed_in);
      else onMailed(made.email);
    } catch (error) {
      const refused = { ...fieldErrors<Values>(error, fields, t), ...passwordRefusal(error, t) };
      if (Object.keys(refused).length === 0) throw error;
      setErrors(refused);
      focusFirstError(form);
    }
  }

  const person = { values, errors, isMandatory, onChange: set };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={isCaptchaOn ? captcha.begin : undefined}
      className="flex flex-col gap-4"
    >
      <Refusal failure={failure} wait={wait} />
      <PersonFields fields={wanted} {...person} />
      <PlainField
        label={t("auth.username")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={limits.person.username}
        value={values.username}
        onChange={(value) => set("username", value)}
        error={errors.username}
        isRequired
      />
      <PlainField
        label={t("auth.email")}
        name="email"
        type="email"
        autoComplete="email"
        dir="ltr"
        maxLength={limits.person.email}
        value={values.email}
        onChange={(value) => set("email", value)}
        error={errors.email}
        isRequired
      />
      <NewPassword
        label={t("auth.password")}
        value={values.password}
        onChange={(value) => set("password", value)}
        error={errors.password}
      />
      {offered.length > 0 && (
        <details className="group">
          <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm text-ink-muted hover:text-ink touch:min-h-11 [&::-webkit-details-marker]:hidden">
            <Icon of={ChevronDown} size="sm" className="transition-transform group-open:rotate-180" />
            {t("auth.register.more")}
          </summary>
          <div className="mt-3">
            <PersonFields fields={offered} {...person} />
          </div>
        </details>
      )}
      {settings !== null && asksConsent(settings) && (
        <Consent
          settings={settings}
          isGiven={consent}
          onChange={(isGiven) => {
            setConsent(isGiven);
            setLacksConsent(false);
          }}
          error={lacksConsent ? t("auth.register.consent_required") : undefined}
        />
      )}
      {isCaptchaOn && <CaptchaField captcha={captcha} />}
      <PlainButton
        type="submit"
        variant="primary"
        size="lg"
        isPending={pending !== null}
        isDisabled={wait.left > 0}
        className="mt-1"
      >
        {t("auth.register.submit")}
      </PlainButton>
    </form>
  );
}
