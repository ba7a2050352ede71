import { useText } from "#web/lib/use-text.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** Upload progress of a floor plan; after the upload the server reads it, which takes some seconds for a large one. */
export function UploadProgress({ share }: { share: number }) {
  const t = useText();
  return share < 1 ? (
    <ProgressBar label={t("sheets.sending")} share={share} />
  ) : (
    <ProgressBar label={t("sheets.reading")} share={null} />
  );
}
