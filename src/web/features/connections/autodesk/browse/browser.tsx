import type { Output } from "#web/lib/client.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { useHubs, useProjects } from "../autodesk.queries.ts";
import { useBrowseAddress } from "../browse-address.ts";
import { ModelScreen } from "../model/model-screen.tsx";
import { SyncNews } from "../syncs/sync-news.tsx";
import { HubScreen } from "./hub-screen.tsx";
import { HubsScreen } from "./hubs-screen.tsx";
import { ProjectScreen } from "./project-screen.tsx";

export type ViewerFiles = Output<"GET /api/autodesk/check-config">["viewer"];

interface BrowserProps {
  account: string;
  viewer: ViewerFiles;
}

/** Shows the current location of a connected account: its hubs, one of them, a project, or a model. */
export function Browser({ account, viewer }: BrowserProps) {
  const t = useText();
  const [place] = useBrowseAddress();
  const { hub, project, model } = place;
  const hubs = useHubs();
  const projects = useProjects(hub ?? "", false, hub !== null && project !== null);
  const knownHub = hubs.data?.items.find(({ id }) => id === hub);
  const knownProject = projects.data?.items.find(({ id }) => id === project);
  const names = {
    hub: knownHub?.name ?? t("autodesk.hubs.one"),
    region: hubs.isPending ? null : (knownHub?.region ?? ""),
    project: knownProject?.name ?? t("autodesk.projects.one"),
  };
  usePageTitle(project !== null ? knownProject?.name : knownHub?.name);
  return (
    <>
      <SyncNews />
      {hub === null ? (
        <HubsScreen account={account} />
      ) : project === null ? (
        <HubScreen key={hub} hub={hub} known={knownHub} />
      ) : model === null ? (
        <ProjectScreen key={project} hub={hub} project={project} names={names} />
      ) : (
        <ModelScreen key={model} hub={hub} project={project} urn={model} names={names} viewer={viewer} />
      )}
    </>
  );
}

/** Names for the breadcrumbs. */
export interface Names {
  readonly hub: string;
  /** Null while the region of the hub's data is unknown. */
  readonly region: string | null;
  readonly project: string;
}
