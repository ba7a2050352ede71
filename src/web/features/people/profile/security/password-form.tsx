import { type FormEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { PasswordStrength } from "#web/ui/password-strength.tsx";
import { refusedAt } from "./refused.ts";
import { changePassword, setFirstPassword, useRefreshAll } from "./security.queries.ts";
import { useAct } from "./use-act.ts";

/** Asks for the current password where there is one; a first one has to be entered twice instead. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { id, username, has_password } = useSignedInUser();
  // The kind of form must not change right after a first password was set.
  const [isFirst] = useState(!has_password);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [again, setAgain] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const { act, isPending, failure, forget } = useAct();
  const refresh = useRefreshAll();

  const missing = (value: string) => (isChecked && value === "" ? t("auth.password_required") : undefined);
  const isShort = isChecked && next !== "" && next.length < limits.password.min;
  const currentError = missing(current) ?? refusedAt(failure, "current_password", ["PASSWORD_WRONG"], t);
  const nextError =
    missing(next) ??
    (isShort ? t("auth.password_short") : undefined) ??
    refusedAt(failure, isFirst ? "password" : "new_password", ["PASSWORD_COMMON"], t);
  const againError =
    isChecked && again !== next
      ? t("profile.security.password_mismatch")
      : refusedAt(failure, "password_confirmation", [], t);
  const isAtField =
    (!isFirst && currentError !== undefined) ||
    nextError !== undefined ||
    (isFirst && againError !== undefined);

  async function save(): Promise<void> {
    setIsChecked(true);
    const proves = isFirst ? again === next : current !== "";
    if (!proves || next.length < limits.password.min) return;
    const isDone = await act(async () => {
      if (isFirst) await setFirstPassword(next, again);
      else await changePassword(id, current, next);
    });
    if (!isDone) return;
    showToast(
      {
        tone: "ok",
        title: t(isFirst ? "profile.security.password_set" : "profile.security.password_changed"),
      },
      limits.toast.form,
    );
    void refresh();
    onClose();
  }

  const typing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setIsChecked(false);
    forget();
  };

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
      className="mt-5 flex max-w-100 anim-rise-in flex-col gap-4 border-t border-line pt-5"
    >
      {failure !== null && !isAtField && <Banner tone="bad">{errorText(failure, t)}</Banner>}
      {/* Identifies the account to password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {!isFirst && (
        <PasswordField
          label={t("profile.security.current_password")}
          autoComplete="current-password"
          value={current}
          onChange={typing(setCurrent)}
          error={currentError}
          isRequired
          inputRef={focusOnMount}
        />
      )}
      <div className="flex flex-col gap-2">
        <PasswordField
          label={t("profile.security.new_password")}
          hint={t("auth.password_hint")}
          autoComplete="new-password"
          value={next}
          onChange={typing(setNext)}
          error={nextError}
          maxLength={limits.password.max}
          isRequired
          {...(isFirst && { inputRef: focusOnMount })}
        />
        <PasswordStrength password={next} />
      </div>
      {isFirst && (
        <PasswordField
          label={t("profile.security.repeat_password")}
          autoComplete="new-password"
          value={again}
          onChange={typing(setAgain)}
          error={againError}
          isRequired
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isFirst ? "profile.security.set_password" : "profile.security.change_password")}
        </Button>
        <Button variant="quiet" onPress={onClose} isDisabled={isPending}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}
