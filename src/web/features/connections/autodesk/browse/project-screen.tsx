import { Link2, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { AutodeskLink } from "#contract/autodesk.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { useSyncAgain } from "../autodesk.changes.ts";
import { isRunning, useLinks, useSyncs } from "../autodesk.queries.ts";
import { browseHref, type Tab, tabs, useBrowseAddress } from "../browse-address.ts";
import { LinkDialog } from "../links/link-dialog.tsx";
import { DrawingList } from "../sheets/drawing-list.tsx";
import { RunningSyncs } from "../syncs/running-syncs.tsx";
import type { Names } from "./browser.tsx";
import { FolderBrowser } from "./folder-browser.tsx";

interface ProjectScreenProps {
  hub: string;
  project: string;
  names: Names;
}

/** An Autodesk project: its files and drawings, and the linked project. */
export function ProjectScreen({ hub, project, names }: ProjectScreenProps) {
  const t = useText();
  const [place, change] = useBrowseAddress();
  const links = useLinks();
  const [isLinking, setIsLinking] = useState(false);
  const link = links.data?.find(({ adsk_project_id }) => adsk_project_id === project);
  const startLinking = () => setIsLinking(true);
  return (
    <>
      <PageHeader
        title={names.project}
        crumbs={[
          { label: t("autodesk.title"), href: "/autodesk" },
          { label: names.hub, href: browseHref({ hub }) },
          { label: names.project },
        ]}
        {...(link !== undefined && { note: <Standing link={link} /> })}
        actions={
          link === undefined ? (
            links.data !== undefined && (
              <Button variant="primary" icon={Link2} onPress={startLinking}>
                {t("autodesk.links.link_here")}
              </Button>
            )
          ) : (
            <SyncButton link={link} />
          )
        }
        className="mb-4"
      />
      <RunningSyncs className="mb-4" />
      <Tabs
        label={t("autodesk.tabs.label")}
        selected={place.tab}
        onSelect={(tab) => change({ tab: tab as Tab, search: "", item: null })}
        entries={tabs.map((id) => ({
          id,
          label: t(`autodesk.tabs.${id}`),
          content:
            id === "files" ? (
              <FolderBrowser hub={hub} project={project} />
            ) : (
              <DrawingList hub={hub} project={project} link={link} onLink={startLinking} />
            ),
        }))}
      />
      {isLinking && (
        <LinkDialog hub={hub} project={project} name={names.project} onClose={() => setIsLinking(false)} />
      )}
    </>
  );
}

function Standing({ link }: { link: AutodeskLink }) {
  const t = useText();
  const format = useFormat();
  return (
    <span className="flex flex-wrap gap-x-2">
      <Link href={`/project/${link.id_project}`}>
        {t("autodesk.links.linked_to", { project: link.project })}
      </Link>
      <span>
        {link.synced_at === null
          ? t("autodesk.links.never_synced")
          : t("autodesk.links.synced", { ago: format.ago(link.synced_at) })}
      </span>
    </span>
  );
}

function SyncButton({ link }: { link: AutodeskLink }) {
  const t = useText();
  const again = useSyncAgain();
  const syncs = useSyncs();
  // Users who may unlink it may edit the project, which syncing requires.
  if (link.can["delete"] !== true) return null;
  const isSyncing = syncs.data?.some(
    (sync) => sync.kind === "project" && sync.name === link.adsk_project && isRunning(sync),
  );
  return (
    <Button
      icon={RefreshCw}
      isPending={again.isPending || isSyncing === true}
      onPress={() => again.run(link)}
    >
      {t("autodesk.syncs.project")}
    </Button>
  );
}
