import { useText } from "#web/lib/use-text.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** How far a plan has come; once it is there it is read, which takes a large one some seconds. */
export function UploadProgress({ share }: { share: number }) {
  const t = useText();
  return share < 1 ? (
    <ProgressBar label={t("sheets.sending")} share={share} />
  ) : (
    <ProgressBar label={t("sheets.reading")} share={null} />
  );
}
