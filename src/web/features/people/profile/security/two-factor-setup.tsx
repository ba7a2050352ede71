import { type FormEvent, type ReactNode, useId, useState } from "react";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { refusedAt } from "./refused.ts";
import { confirmTwoFactor, setUpTwoFactor } from "./security.queries.ts";
import { useAct } from "./use-act.ts";

type Secret = Awaited<ReturnType<typeof setUpTwoFactor>>;

export interface TwoFactorSetupProps {
  onClose: () => void;
  /** Called once it is on and the recovery codes are stored. */
  onDone: () => void;
}

/** Steps: password, secret for the app, first code, recovery codes. */
export function TwoFactorSetup({ onClose, onDone }: TwoFactorSetupProps) {
  const t = useText();
  const { has_password } = useSignedInUser();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null)
    return (
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          onDone();
          onClose();
        }}
      />
    );
  if (secret === null)
    return (
      <ProofDialog
        title={t("profile.security.enable_title")}
        confirmLabel={t("common.next")}
        by={has_password ? "password" : "nothing"}
        onClose={onClose}
        onConfirm={async ({ password }) => setSecret(await setUpTwoFactor(password))}
      >
        {t(has_password ? "profile.security.enable_text" : "profile.security.enable_plain_text")}
      </ProofDialog>
    );
  return <AppDialog secret={secret} onClose={onClose} onCodes={setCodes} />;
}

interface AppDialogProps {
  secret: Secret;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}

function AppDialog({ secret, onClose, onCodes }: AppDialogProps) {
  const t = useText();
  const form = useId();
  const [code, setCode] = useState("");
  const { act, isPending, failure, forget } = useAct();
  const error = refusedAt(failure, "code", ["TWO_FACTOR_WRONG"], t);

  const digits = code.replaceAll(/\s/g, "");
  const confirm = () => void act(async () => onCodes(await confirmTwoFactor(digits)));

  return (
    <Modal
      title={t("profile.security.scan_title")}
      isOpen
      onClose={onClose}
      size="md"
      isDismissable={!isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isPending={isPending}
            isDisabled={digits.length < 6}
          >
            {t("profile.security.enable")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          confirm();
        }}
        className="flex flex-col gap-5"
      >
        {failure !== null && error === undefined && <Banner tone="bad">{errorText(failure, t)}</Banner>}
        <ol className="flex flex-col gap-5">
          <Step number={1} title={t("profile.security.scan_step")}>
            <SecretCode secret={secret} />
          </Step>
          <Step number={2} title={t("profile.security.code_step")}>
            <TextField
              label={t("profile.security.code")}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={7}
              dir="ltr"
              value={code}
              onChange={(value) => {
                setCode(value);
                forget();
              }}
              error={error}
              inputRef={focusOnMount}
              className="w-44 [&_input]:text-lg [&_input]:tracking-[0.25em] [&_input]:tabular-nums"
            />
          </Step>
        </ol>
      </form>
    </Modal>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-strong text-accent-text"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="mb-3">{title}</p>
        {children}
      </div>
    </li>
  );
}

function SecretCode({ secret: { secret, uri } }: { secret: Secret }) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <QrCode text={uri} label={t("profile.security.qr")} className="size-44" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-ink-muted">{t("profile.security.secret_text")}</p>
        <code dir="ltr" className="mt-2 mb-2 block text-base font-strong break-words rtl:text-end">
          {secret}
        </code>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={secret.replaceAll(" ", "")} size="sm" />
          {/* On the phone with the app there is no second device to scan with. */}
          <a
            href={uri}
            className="hit-area inline-flex h-8 items-center rounded-md px-2.5 text-sm text-accent-text touch:h-11"
          >
            {t("profile.security.open_app")}
          </a>
        </div>
      </div>
    </div>
  );
}
