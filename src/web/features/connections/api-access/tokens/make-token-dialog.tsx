import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type MadeToken, useMakeToken } from "../api-access.queries.ts";
import { type ChosenLevels, scopesOf } from "../scopes.ts";
import { ScopeFields } from "./scope-fields.tsx";

const terms = ["7", "30", "90", "365", "never"] as const;
type Term = (typeof terms)[number];

/** Name, validity, areas, and the password of a user who has one. */
export function MakeTokenDialog({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: MadeToken) => void;
}) {
  const t = useText();
  const { has_password } = useSignedInUser();
  const make = useMakeToken();
  const [name, setName] = useState("");
  const [term, setTerm] = useState<Term>("90");
  const [chosen, setChosen] = useState<ChosenLevels>({});
  const [password, setPassword] = useState("");
  const [isChecked, setIsChecked] = useState(false);

  const scopes = scopesOf(chosen);
  const isNamed = name.trim() !== "";
  const isProven = !has_password || password !== "";
  const refused = make.error;
  const isWrong = refused instanceof ApiError && refused.code === "PASSWORD_WRONG";
  const errors = {
    name: isChecked && !isNamed ? t("api_access.name_required") : fieldError(refused, "name", t),
    scopes: isChecked && scopes.length === 0 ? t("api_access.scopes_required") : undefined,
    password:
      isChecked && !isProven
        ? t("auth.password_required")
        : isWrong
          ? t("errors.code.PASSWORD_WRONG")
          : undefined,
  };
  const isElsewhere = refused !== null && Object.values(errors).every((error) => error === undefined);

  async function submit(): Promise<void> {
    setIsChecked(true);
    if (!isNamed || scopes.length === 0 || !isProven) return;
    const made = await make.mutateAsync({
      name: name.trim(),
      scopes,
      expires_in_days: term === "never" ? null : Number(term),
      ...(has_password && { password }),
    });
    onMade(made);
  }

  return (
    <FormDialog
      title={t("api_access.make.title")}
      onClose={onClose}
      confirmLabel={t("api_access.make.do")}
      // A refusal is kept by the mutation and shown below.
      onSubmit={() => void submit().catch(() => undefined)}
      isPending={make.isPending}
      isChanged={false}
      refusal={isElsewhere ? errorText(refused, t) : null}
    >
      <TextField
        label={t("api_access.make.name")}
        hint={t("api_access.make.name_hint")}
        value={name}
        onChange={setName}
        error={errors.name}
        maxLength={limits.name}
        isRequired
        inputRef={focusOnMount}
      />
      <Select
        label={t("api_access.make.expiry")}
        options={terms.map((value) => ({
          value,
          label:
            value === "never"
              ? t("api_access.make.forever")
              : t("api_access.make.days", { count: Number(value) }),
        }))}
        value={term}
        onChange={setTerm}
        {...(term === "never" && { hint: t("api_access.make.forever_hint") })}
      />
      <ScopeFields chosen={chosen} onChange={setChosen} error={errors.scopes} />
      {has_password && (
        <PasswordField
          label={t("api_access.make.password")}
          hint={t("api_access.make.password_hint")}
          autoComplete="current-password"
          value={password}
          onChange={(value) => {
            setPassword(value);
            make.reset();
          }}
          error={errors.password}
          isRequired
        />
      )}
    </FormDialog>
  );
}
