import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { UserRecord } from "#contract/users.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useSetPassword } from "./users.queries.ts";

/** Sets a user's password. The super admin confirms with their own; all sessions of the account end. */
export function SetPasswordDialog({
  user,
  name,
  onClose,
}: {
  user: UserRecord;
  name: string;
  onClose: () => void;
}) {
  const t = useText();
  const isMe = useUser()?.id === user.id;
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const set = useSetPassword(user.id);
  const currentError = fieldError(set.error, "current_password", t);
  const nextError = fieldError(set.error, "new_password", t);
  const isElsewhere = set.isError && currentError === undefined && nextError === undefined;

  async function submit(): Promise<void> {
    try {
      await set.mutateAsync({ current_password: current, new_password: next });
      showToast({ tone: "ok", title: t("users.password_set", { name }) }, limits.toast.form);
      onClose();
    } catch {
      // Shown at the field or above the form.
    }
  }

  return (
    <FormDialog
      title={t("users.password_title", { name })}
      onClose={onClose}
      confirmLabel={t("users.set_password")}
      onSubmit={() => void submit()}
      isPending={set.isPending}
      isDisabled={current === "" || next === ""}
      isChanged={next !== ""}
      refusal={isElsewhere ? errorText(set.error, t) : null}
    >
      <PasswordField
        label={t("users.new_password")}
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        error={nextError}
        inputRef={focusOnMount}
        isRequired
      />
      <PasswordField
        label={t(isMe ? "users.current_password" : "users.own_password")}
        hint={t("users.own_password_hint")}
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={currentError}
        isRequired
      />
    </FormDialog>
  );
}
