import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { deviceName } from "./device-name.ts";
import { makePasskey, PasskeyCancelled, PasskeyPresent } from "./make-passkey.ts";
import { refusedAt } from "./refused.ts";
import { useRefreshSecurity } from "./security.queries.ts";
import { useAct } from "./use-act.ts";

/** Asks for a name and the password, then opens the browser's own prompt. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useId();
  const { has_password } = useSignedInUser();
  const refresh = useRefreshSecurity();
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [password, setPassword] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const { act, isPending, failure, forget } = useAct();
  const nameError =
    isChecked && name.trim() === "" ? t("passkeys.name_required") : refusedAt(failure, "name", [], t);
  const passwordError =
    isChecked && has_password && password === ""
      ? t("auth.password_required")
      : refusedAt(failure, "password", ["PASSWORD_WRONG"], t);
  const isAtField = nameError !== undefined || passwordError !== undefined;

  async function add(): Promise<void> {
    setIsChecked(true);
    if (name.trim() === "" || (has_password && password === "")) return;
    const isDone = await act(async () => {
      await makePasskey(name.trim(), has_password ? password : undefined);
    });
    if (!isDone) return;
    showToast({ tone: "ok", title: t("profile.security.passkey_added") }, limits.toast.form);
    onClose();
    await refresh();
  }

  const typing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setIsChecked(false);
    forget();
  };

  function sentence(): string {
    if (failure instanceof PasskeyCancelled) return t("profile.security.passkey_cancelled");
    if (failure instanceof PasskeyPresent) return t("profile.security.passkey_present");
    return errorText(failure, t);
  }

  return (
    <Modal
      title={t("profile.security.add_passkey")}
      isOpen
      onClose={onClose}
      size="sm"
      isDismissable={!isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending}>
            {t("profile.security.make_passkey")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void add();
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-ink-muted">{t("profile.security.add_passkey_text")}</p>
        {failure !== null && !isAtField && (
          <Banner tone={failure instanceof PasskeyCancelled ? "info" : "bad"}>{sentence()}</Banner>
        )}
        <TextField
          label={t("profile.security.passkey_name")}
          hint={t("profile.security.passkey_name_hint")}
          value={name}
          onChange={typing(setName)}
          error={nameError}
          maxLength={limits.name}
          isRequired
          inputRef={focusOnMount}
        />
        {has_password && (
          <PasswordField
            label={t("profile.security.current_password")}
            autoComplete="current-password"
            value={password}
            onChange={typing(setPassword)}
            error={passwordError}
            isRequired
          />
        )}
      </form>
    </Modal>
  );
}
