import { EllipsisVertical, FileStack, FolderTree, Link2, RefreshCw, Unlink } from "lucide-react";
import { useState } from "react";
import type { AutodeskLink } from "#contract/autodesk.ts";
import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { useSyncAgain } from "../autodesk.changes.ts";
import { isRunning, useLinks, useSyncs } from "../autodesk.queries.ts";
import { browseHref } from "../browse-address.ts";
import { useConfig } from "../connection.ts";
import { failureText } from "../failure.ts";
import { countsText } from "../links/counts.ts";
import { UnlinkDialog } from "../links/unlink-dialog.tsx";
import { SyncLine } from "../syncs/sync-line.tsx";
import { SyncNews } from "../syncs/sync-news.tsx";

/** The Autodesk project linked to the project; without one, the action to link it for authorised users. */
export function AutodeskPanel({ project }: { project: Project }) {
  const t = useText();
  const links = useLinks();
  const mayLink = project.can["edit"] === true;
  const config = useConfig(mayLink);
  const link = links.data?.find(({ id_project }) => id_project === project.id);
  if (link !== undefined) return <Linked link={link} />;
  if (!mayLink || links.isPending || config.data?.configured !== true) return null;
  return (
    <Card title={t("autodesk.title")}>
      {links.data === undefined ? (
        <p role="alert" className="text-ink-muted">
          {failureText(links.error, "autodesk.links.load_failed", t)}
        </p>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-muted">{t("autodesk.panel.unlinked")}</p>
          <Link href="/autodesk" look={{ variant: "secondary", size: "sm" }}>
            <Icon of={Link2} size="sm" />
            {t("autodesk.panel.choose")}
          </Link>
        </div>
      )}
    </Card>
  );
}

function Linked({ link }: { link: AutodeskLink }) {
  const t = useText();
  const format = useFormat();
  const again = useSyncAgain();
  const syncs = useSyncs();
  const [isUnlinking, setIsUnlinking] = useState(false);
  const { adsk_hubId: hub, adsk_project_id: project, adsk_project, synced_at, can } = link;
  const maySync = can["delete"] === true;
  const mayUnlink = can["delete"] === true;
  const running = syncs.data?.filter(
    (sync) => sync.kind !== "hub" && sync.name === adsk_project && isRunning(sync),
  );
  return (
    <Card
      title={t("autodesk.title")}
      actions={
        (maySync || mayUnlink) && (
          <Menu
            label={t("autodesk.links.actions", { project: adsk_project })}
            trigger={
              <IconButton
                icon={EllipsisVertical}
                label={t("autodesk.links.actions", { project: adsk_project })}
                hasTooltip={false}
                className="touch:size-11"
              />
            }
          >
            {maySync && (
              <MenuItem
                icon={RefreshCw}
                label={t("autodesk.syncs.project")}
                onAction={() => again.run(link)}
              />
            )}
            {mayUnlink && (
              <MenuItem
                icon={Unlink}
                label={t("autodesk.links.unlink")}
                onAction={() => setIsUnlinking(true)}
                isDestructive
              />
            )}
          </Menu>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <div>
          <span className="own-direction block truncate font-strong">{adsk_project}</span>
          <p className="text-xs text-ink-muted">
            {synced_at === null
              ? t("autodesk.links.never_synced")
              : t("autodesk.links.synced", { ago: format.ago(synced_at) })}
          </p>
          {synced_at !== null && <p className="text-xs text-ink-muted tabular-nums">{countsText(link, t)}</p>}
        </div>
        {running?.map((sync) => (
          <SyncLine key={sync.id} sync={sync} />
        ))}
        <div className="flex flex-wrap gap-2">
          <Link href={browseHref({ hub, project })} look={{ variant: "secondary", size: "sm" }}>
            <Icon of={FolderTree} size="sm" />
            {t("autodesk.panel.files")}
          </Link>
          <Link
            href={browseHref({ hub, project, tab: "sheets" })}
            look={{ variant: "secondary", size: "sm" }}
          >
            <Icon of={FileStack} size="sm" />
            {t("autodesk.panel.sheets")}
          </Link>
        </div>
      </div>
      <SyncNews />
      {isUnlinking && <UnlinkDialog link={link} onClose={() => setIsUnlinking(false)} />}
    </Card>
  );
}
