import { Smartphone } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Panel } from "./panel.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import {
  disableTwoFactor,
  renewRecoveryCodes,
  useRefreshSecurity,
  useTwoFactor,
} from "./security.queries.ts";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

type Step = "set-up" | "disable" | "renew" | { readonly codes: readonly string[] };

/** Number of remaining recovery codes at which new ones are recommended. */
const few = 3;

export interface TwoFactorPanelProps {
  /** Whether the settings let users turn it on. */
  isOffered: boolean;
}

/** A code of an authenticator app in addition to the password: on, off, and recovery codes for a lost phone. */
export function TwoFactorPanel({ isOffered }: TwoFactorPanelProps) {
  const t = useText();
  const user = useSignedInUser();
  const standing = useTwoFactor();
  const refresh = useRefreshSecurity();
  const [step, setStep] = useState<Step | null>(null);
  const isOn = user["2fa_enabled"];
  const left = standing.data?.enabled === true ? standing.data.recovery_codes_left : null;
  const by = user.has_password ? "password" : "code";
  const close = () => setStep(null);

  function tell(text: string): void {
    showToast({ tone: "ok", title: text }, limits.toast.form);
    void refresh();
  }

  return (
    <Panel
      icon={Smartphone}
      title={t("profile.security.two_factor")}
      text={t("profile.security.two_factor_text")}
      state={
        <Chip tone={isOn ? "ok" : "neutral"} hasDot>
          {t(isOn ? "profile.security.on" : "profile.security.off")}
        </Chip>
      }
      action={
        isOn ? (
          <Button variant="quietDanger" isDisabled={user.is_demo} onPress={() => setStep("disable")}>
            {t("profile.security.disable")}
          </Button>
        ) : (
          isOffered && (
            <Button isDisabled={user.is_demo} onPress={() => setStep("set-up")}>
              {t("profile.security.enable")}
            </Button>
          )
        )
      }
    >
      {isOn && left !== null && (
        <div className="mt-4 border-t border-line pt-4">
          {left <= few ? (
            <Banner
              tone="warn"
              action={
                <Button size="sm" isDisabled={user.is_demo} onPress={() => setStep("renew")}>
                  {t("profile.security.renew_codes")}
                </Button>
              }
            >
              {t("profile.security.codes_left", { count: left })}
            </Banner>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="text-ink-muted tabular-nums">
                {t("profile.security.codes_left", { count: left })}
              </p>
              <Button size="sm" variant="quiet" isDisabled={user.is_demo} onPress={() => setStep("renew")}>
                {t("profile.security.renew_codes")}
              </Button>
            </div>
          )}
        </div>
      )}
      {step === "set-up" && (
        <TwoFactorSetup
          onClose={() => {
            close();
            void refresh();
          }}
          onDone={() => tell(t("profile.security.two_factor_enabled"))}
        />
      )}
      {step === "disable" && (
        <ProofDialog
          title={t("profile.security.disable_title")}
          confirmLabel={t("profile.security.disable")}
          by={by}
          isDestructive
          onClose={close}
          onConfirm={async (proof) => {
            await disableTwoFactor(proof);
            close();
            tell(t("profile.security.two_factor_disabled"));
          }}
        >
          {t("profile.security.disable_text")}
        </ProofDialog>
      )}
      {step === "renew" && (
        <ProofDialog
          title={t("profile.security.renew_title")}
          confirmLabel={t("profile.security.renew_codes")}
          by={by}
          onClose={close}
          onConfirm={async (proof) => {
            const codes = await renewRecoveryCodes(proof);
            setStep({ codes });
            void refresh();
          }}
        >
          {t("profile.security.renew_text")}
        </ProofDialog>
      )}
      {typeof step === "object" && step !== null && (
        <RecoveryCodesDialog codes={step.codes} onClose={close} />
      )}
    </Panel>
  );
}
