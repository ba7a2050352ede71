import type { Showcase } from "#contract/showcase.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/sharing/share-panel.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";

export function ShareDialog({ project, onClose }: { project: Showcase; onClose: () => void }) {
  const t = useText();
  const { name, project_code } = project;
  const offered = useSettings()?.share_providers ?? [];
  return (
    <PlainDialog title={t("showcase.share_title", { name })} onClose={onClose}>
      <p className="text-ink-muted">{t("showcase.share_text")}</p>
      <SharePanel
        url={`${location.origin}/showcase/${project_code}`}
        name={name}
        text={t("showcase.share_message", { name })}
        offered={offered}
      />
    </PlainDialog>
  );
}
