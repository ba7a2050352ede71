import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { FormSection } from "./form-section.tsx";
import type { CameraForm } from "./use-camera-form.ts";

/** Viewers besides the team. */
export function AccessFields({ form }: { form: CameraForm }) {
  const t = useText();
  const { draft, set, errors, hasProtection } = form;
  return (
    <FormSection title={t("cctv.form.access")}>
      <div>
        <Switch isSelected={draft.is_public} onChange={(is_public) => set({ is_public })}>
          {t("cctv.form.is_public")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("cctv.form.is_public_hint")}</p>
      </div>
      <div>
        <Switch isSelected={draft.is_protected} onChange={(is_protected) => set({ is_protected })}>
          {t("cctv.form.is_protected")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("cctv.form.is_protected_hint")}</p>
      </div>
      {draft.is_protected && (
        <PasswordField
          label={t("cctv.form.protection_password")}
          autoComplete="new-password"
          {...(hasProtection && { hint: t("cctv.form.protection_kept") })}
          value={draft.protection_password}
          onChange={(protection_password) => set({ protection_password })}
          error={errors.protection_password}
          maxLength={limits.camera.password.max}
          isRequired={!hasProtection}
        />
      )}
    </FormSection>
  );
}
