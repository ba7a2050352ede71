import { type FormEvent, type ReactNode, useId, useState } from "react";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { refusedAt } from "./refused.ts";
import type { Proof } from "./security.queries.ts";
import { useAct } from "./use-act.ts";

export interface ProofDialogProps {
  title: string;
  children: ReactNode;
  /** The verb of the action. */
  confirmLabel: string;
  /** The required proof: the password, a code of the app for accounts without one, or nothing. */
  by: "password" | "code" | "nothing";
  isDestructive?: boolean;
  onClose: () => void;
  /** Throws the server's refusal; the dialog stays open and shows it. */
  onConfirm: (proof: Proof) => Promise<void>;
}

/** Asks for confirmation, with proof of the account's owner. Mounted only while it is open, so that no input is kept. */
export function ProofDialog({
  title,
  children,
  confirmLabel,
  by,
  isDestructive = false,
  onClose,
  onConfirm,
}: ProofDialogProps) {
  const t = useText();
  const form = useId();
  const [value, setValue] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { act, isPending, failure, forget } = useAct();
  const missing =
    by === "password"
      ? t("auth.password_required")
      : by === "code"
        ? t("profile.security.code_required")
        : "";
  const error = isMissing
    ? missing
    : (refusedAt(failure, "password", by === "password" ? ["PASSWORD_WRONG"] : [], t) ??
      refusedAt(failure, "code", by === "code" ? ["TWO_FACTOR_WRONG"] : [], t));

  async function confirm(): Promise<void> {
    if (by !== "nothing" && value.trim() === "") {
      setIsMissing(true);
      return;
    }
    const proof: Proof =
      by === "password" ? { password: value } : by === "code" ? { code: value.trim() } : {};
    await act(() => onConfirm(proof));
  }

  function type(next: string): void {
    setValue(next);
    setIsMissing(false);
    forget();
  }

  return (
    <Modal
      title={title}
      isOpen
      onClose={onClose}
      size="sm"
      role="alertdialog"
      isDismissable={!isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={isDestructive ? "danger" : "primary"}
            isPending={isPending}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void confirm();
        }}
        className="flex flex-col gap-4"
      >
        <div className="text-ink-muted">{children}</div>
        {failure !== null && error === undefined && <Banner tone="bad">{errorText(failure, t)}</Banner>}
        {by === "password" && (
          <PasswordField
            label={t("profile.security.current_password")}
            autoComplete="current-password"
            value={value}
            onChange={type}
            error={error}
            inputRef={focusOnMount}
          />
        )}
        {by === "code" && (
          <TextField
            label={t("profile.security.code")}
            hint={t("profile.security.code_hint")}
            autoComplete="one-time-code"
            dir="ltr"
            value={value}
            onChange={type}
            error={error}
            inputRef={focusOnMount}
          />
        )}
      </form>
    </Modal>
  );
}
