import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/sharing/share-panel.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import type { SharedMoment } from "./page-head.tsx";

interface ShareDialogProps {
  title: string;
  /** Share channels enabled in the settings. */
  offered: readonly string[];
  link: URL;
  /** The same link with the current time and view; undefined where there is none. */
  moment: SharedMoment | undefined;
  onClose: () => void;
}

/** Shares the link to a player's page, from the beginning or from the current moment. */
export function ShareDialog({ title, offered, link, moment, onClose }: ShareDialogProps) {
  const t = useText();
  const [isMoment, setIsMoment] = useState(false);
  const { href } = isMoment && moment ? moment.link : link;
  return (
    <PlainDialog title={t("player.sharing.title")} onClose={onClose}>
      <SharePanel url={href} name={title} text={title} offered={offered} isEmbeddable isFolded>
        {moment && (
          <PlainCheckbox isSelected={isMoment} onChange={setIsMoment}>
            {moment.label}
          </PlainCheckbox>
        )}
      </SharePanel>
    </PlainDialog>
  );
}
