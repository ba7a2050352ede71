import { type FormEvent, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/lib/client.ts";
import { useDraft } from "#web/lib/draft.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { activate, enter } from "../auth.calls.ts";
import { Heading } from "../heading.tsx";
import { NewPassword, passwordError } from "../new-password.tsx";
import { askedFields, missingNames, nobody, PersonFields } from "../person-fields.tsx";
import { Refusal } from "../refusal.tsx";
import { passwordRefusal, useSending } from "../use-sending.ts";

export interface AcceptInvitationProps {
  token: string;
  invitation: { readonly email: string; readonly username: string };
  onDead: () => void;
}

const fields = ["username", "password", "first_name", "last_name"] as const;
const isName = (field: string) => field === "first_name" || field === "last_name";

export function AcceptInvitation({ token, invitation, onDead }: AcceptInvitationProps) {
  const t = useText();
  const language = useLanguage();
  const settings = useSettings();
  const name = settings?.website_name ?? "Sitewalk";
  const { values, errors, set, setErrors } = useDraft({
    ...nobody,
    username: invitation.username,
    password: "",
  });
  const { send, pending, failure, wait } = useSending<"accept">();
  const form = useRef<HTMLFormElement>(null);
  const { wanted, isMandatory } = askedFields(settings);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const password = passwordError(values.password, t);
    const lacking = {
      ...missingNames(values, settings, t),
      ...(values.username.trim() === "" && { username: t("users.username_required") }),
      ...(password !== undefined && { password }),
    };
    setErrors(lacking);
    if (Object.keys(lacking).length > 0) focusFirstError(form);
    else void send("accept", accept);
  }

  async function accept(): Promise<void> {
    const { username, password, first_name, last_name } = values;
    try {
      await enter(
        await activate({ token, username: username.trim(), password, first_name, last_name, language }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === "LINK_INVALID") onDead();
      const refused = { ...fieldErrors<typeof values>(error, fields, t), ...passwordRefusal(error, t) };
      if (Object.keys(refused).length === 0) throw error;
      setErrors(refused);
      focusFirstError(form);
    }
  }

  return (
    <>
      <Heading title={t("auth.activate.invited_title", { name })}>
        {t("auth.activate.invited", { email: invitation.email })}
      </Heading>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Refusal failure={failure} wait={wait} />
        <PersonFields
          fields={wanted.filter(isName)}
          isMandatory={isMandatory}
          values={values}
          errors={errors}
          onChange={set}
        />
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
        <NewPassword
          label={t("auth.password")}
          value={values.password}
          onChange={(value) => set("password", value)}
          error={errors.password}
        />
        <PlainButton
          type="submit"
          variant="primary"
          size="lg"
          isPending={pending !== null}
          isDisabled={wait.left > 0}
          className="mt-1"
        >
          {t("auth.activate.invited_submit")}
        </PlainButton>
      </form>
    </>
  );
}
