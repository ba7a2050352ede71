import { X } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { type CopyRun, useCopyFailure } from "./copy-runs.ts";

/** The progress of a project that is being saved, with the button that stops it. */
export function CopyProgress({ run, name }: { run: CopyRun; name: string }) {
  const t = useText();
  return (
    <div className="flex items-center gap-3">
      <ProgressBar label={t("offline.copies.saving", { name })} share={run.share} className="flex-1" />
      <IconButton icon={X} label={t("offline.copies.stop")} onPress={run.cancel} className="size-11" />
    </div>
  );
}

/** Why the last attempt to save a project ended without a copy. */
export function CopyFailed({ project }: { project: number }) {
  const t = useText();
  const failure = useCopyFailure(project);
  return failure === undefined ? null : <Banner tone="bad">{t(`offline.copies.failures.${failure}`)}</Banner>;
}
