import { ArrowLeftRight, EllipsisVertical, Link2, RefreshCw, Unlink } from "lucide-react";
import { useState } from "react";
import type { AutodeskLink } from "#contract/autodesk.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { useSyncAgain } from "../autodesk.changes.ts";
import { useLinks } from "../autodesk.queries.ts";
import { browseHref } from "../browse-address.ts";
import { Rows, rowLook } from "../rows.tsx";
import { countsText } from "./counts.ts";
import { UnlinkDialog } from "./unlink-dialog.tsx";

/** Pairs of linked projects. Renders nothing when there are none. */
export function LinkedProjects({ isConnected }: { isConnected: boolean }) {
  const t = useText();
  const links = useLinks();
  const again = useSyncAgain();
  const [unlinked, setUnlinked] = useState<AutodeskLink | null>(null);
  const items = links.data ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="adsk-links">
      <h2 id="adsk-links" className="mb-3 font-strong">
        {t("autodesk.links.title")}
      </h2>
      <Rows label={t("autodesk.links.title")}>
        {items.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            isConnected={isConnected}
            onSync={() => again.run(link)}
            onUnlink={() => setUnlinked(link)}
          />
        ))}
      </Rows>
      {unlinked !== null && <UnlinkDialog link={unlinked} onClose={() => setUnlinked(null)} />}
    </section>
  );
}

interface LinkRowProps {
  link: AutodeskLink;
  isConnected: boolean;
  onSync: () => void;
  onUnlink: () => void;
}

function LinkRow({ link, isConnected, onSync, onUnlink }: LinkRowProps) {
  const t = useText();
  const format = useFormat();
  const { id_project, project, adsk_hubId, adsk_project_id, adsk_project, synced_at, can } = link;
  const maySync = isConnected && can["delete"] === true;
  const mayUnlink = can["delete"] === true;
  const there = <bdi>{adsk_project}</bdi>;
  return (
    <li className={rowLook}>
      <Icon of={Link2} className="text-ink-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <Link href={`/project/${id_project}`} className="font-strong">
            <bdi>{project}</bdi>
          </Link>
          <Icon of={ArrowLeftRight} size="sm" className="size-3.5 text-ink-faint" />
          <span className="text-ink-muted">
            {isConnected ? (
              <Link href={browseHref({ hub: adsk_hubId, project: adsk_project_id })}>{there}</Link>
            ) : (
              there
            )}
          </span>
        </span>
        <span className="block text-xs text-ink-muted">
          {synced_at === null
            ? t("autodesk.links.never_synced")
            : [t("autodesk.links.synced", { ago: format.ago(synced_at) }), countsText(link, t)].join(" · ")}
        </span>
      </span>
      {(maySync || mayUnlink) && (
        <Menu
          label={t("autodesk.links.actions", { project })}
          trigger={
            <IconButton
              icon={EllipsisVertical}
              label={t("autodesk.links.actions", { project })}
              hasTooltip={false}
              className="touch:size-11"
            />
          }
        >
          {maySync && <MenuItem icon={RefreshCw} label={t("autodesk.syncs.project")} onAction={onSync} />}
          {mayUnlink && (
            <MenuItem icon={Unlink} label={t("autodesk.links.unlink")} onAction={onUnlink} isDestructive />
          )}
        </Menu>
      )}
    </li>
  );
}
