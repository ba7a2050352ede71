import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { keepsPassword } from "./camera-draft.ts";
import { FormSection } from "./form-section.tsx";
import { TryConnection } from "./try-connection.tsx";
import type { CameraForm } from "./use-camera-form.ts";

/** Address and credentials of the camera, and a connection test. */
export function ConnectionFields({ form, project }: { form: CameraForm; project: number | null }) {
  const t = useText();
  const { draft, set, errors, camera } = form;
  return (
    <FormSection title={t("cctv.form.connection")}>
      <TextField
        label={t("cctv.form.url")}
        hint={t("cctv.form.url_hint")}
        dir="ltr"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck="false"
        value={draft.hls_url}
        onChange={(hls_url) => set({ hls_url })}
        onBlur={form.tidyAddress}
        error={errors.hls_url}
        maxLength={limits.camera.address}
        isRequired
      />
      {form.isSplit && (
        <output className="-mt-2 block text-xs text-info-text">{t("cctv.form.url_credentials")}</output>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("cctv.form.username")}
          dir="ltr"
          autoComplete="off"
          value={draft.username}
          onChange={(username) => set({ username })}
          error={errors.username}
          maxLength={limits.camera.text}
        />
        <PasswordField
          label={t("cctv.form.password")}
          autoComplete="off"
          {...(camera?.has_password === true && {
            hint: t(
              keepsPassword(draft, camera.hls_url) ? "cctv.form.password_kept" : "cctv.form.password_again",
            ),
          })}
          value={draft.password}
          onChange={(password) => set({ password })}
          error={errors.password}
          maxLength={limits.camera.text}
        />
      </div>
      <TryConnection draft={draft} project={project} camera={camera} />
    </FormSection>
  );
}
