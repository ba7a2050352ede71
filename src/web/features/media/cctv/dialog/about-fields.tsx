import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { FormSection } from "./form-section.tsx";
import { ThumbnailField } from "./thumbnail-field.tsx";
import type { CameraForm } from "./use-camera-form.ts";

/** Location, description, and the thumbnail. */
export function AboutFields({ form }: { form: CameraForm }) {
  const t = useText();
  const { draft, set, errors } = form;
  return (
    <FormSection title={t("cctv.form.about")}>
      <TextField
        label={t("cctv.form.location")}
        placeholder={t("cctv.form.location_placeholder")}
        value={draft.location}
        onChange={(location) => set({ location })}
        error={errors.location}
        maxLength={limits.camera.location}
      />
      <TextArea
        label={t("cctv.form.description")}
        rows={2}
        value={draft.description}
        onChange={(description) => set({ description })}
        error={errors.description}
        maxLength={limits.camera.notes}
      />
      <ThumbnailField form={form} />
      <div className="grid gap-4 sm:grid-cols-3">
        {(["brand", "model", "resolution"] as const).map((field) => (
          <TextField
            key={field}
            label={t(`cctv.form.${field}`)}
            value={draft[field]}
            onChange={(value) => set({ [field]: value })}
            error={errors[field]}
            maxLength={limits.camera.text}
          />
        ))}
      </div>
      <TextArea
        label={t("cctv.form.notes")}
        rows={2}
        value={draft.notes}
        onChange={(notes) => set({ notes })}
        error={errors.notes}
        maxLength={limits.camera.notes}
      />
    </FormSection>
  );
}
