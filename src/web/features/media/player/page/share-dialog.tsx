import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/sharing/share-panel.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import type { SharedMoment } from "./page-head.tsx";

interface ShareDialogProps {
  title: string;
  /** Ways that the settings offer. */
  offered: readonly string[];
  link: URL;
  /** The same with the moment and the view that are seen; absent where there is none. */
  moment: SharedMoment | undefined;
  onClose: () => void;
}

/** The link to a page with a player, from its beginning or from the moment that is seen. */
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
