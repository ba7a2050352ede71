import { EllipsisVertical, RefreshCw, Unlink } from "lucide-react";
import type { SnagLink } from "#contract/tools.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { openTools } from "../open-tools.ts";
import { mayRetry } from "../tool-looks.ts";
import { useLinkActs } from "../tools.changes.ts";

/**
 * Actions on a card: retry a failed delivery, stop following it. Nothing for a user who may not change its snag;
 * without access to the tool, no action that would send.
 */
export function LinkMenu({ link }: { link: SnagLink }) {
  const t = useText();
  const { retry, unlink } = useLinkActs();
  const mine = openTools(useSignedInUser());
  if (link.can["edit"] !== true) return null;
  const label = t("tools.links.actions_of", { number: link.number });
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={EllipsisVertical} label={label} className="touch:size-11" />}
    >
      {mayRetry(link) && mine.includes(link.tool) && (
        <MenuItem icon={RefreshCw} label={t("tools.links.retry")} onAction={() => retry.mutate(link)} />
      )}
      <MenuItem icon={Unlink} label={t("tools.links.unlink")} onAction={() => unlink.mutate(link)} />
    </Menu>
  );
}
