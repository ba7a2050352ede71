import { FolderKanban, Link2, RefreshCw, SearchX } from "lucide-react";
import { useState } from "react";
import type { AutodeskHub, AutodeskProject } from "#contract/autodesk.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useSyncHub } from "../autodesk.changes.ts";
import { isRunning, useProjects, useSyncs } from "../autodesk.queries.ts";
import { browseHref, useBrowseAddress } from "../browse-address.ts";
import { contains } from "../contains.ts";
import { LinkDialog } from "../links/link-dialog.tsx";
import { Rows, RowsSkeleton, rowLook, wholeRow } from "../rows.tsx";
import { RunningSyncs } from "../syncs/running-syncs.tsx";
import { Trouble } from "../trouble.tsx";
import { regionName } from "./hubs-screen.tsx";
import { Warnings } from "./warnings.tsx";

/** The projects of a hub, which of them are linked, and the action to link the others. */
export function HubScreen({ hub, known }: { hub: string; known: AutodeskHub | undefined }) {
  const t = useText();
  const [place, change] = useBrowseAddress();
  const projects = useProjects(hub, place.unlinked);
  const sync = useSyncHub();
  const syncs = useSyncs();
  const [linked, setLinked] = useState<AutodeskProject | null>(null);
  const name = known?.name ?? t("autodesk.hubs.one");
  const isSyncing = syncs.data?.some((one) => one.kind === "hub" && one.name === name && isRunning(one));
  const found = projects.data?.items.filter((project) => contains(project.name, place.search)) ?? [];
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: t("autodesk.title"), href: "/autodesk" }, { label: name }]}
        {...(known !== undefined && {
          note: [t(`autodesk.hubs.kinds.${known.kind}`), regionName(known.region, t)]
            .filter((part) => part !== "")
            .join(" · "),
        })}
        actions={
          <Button
            icon={RefreshCw}
            isPending={sync.isPending || isSyncing === true}
            onPress={() => sync.mutate(hub)}
          >
            {t("autodesk.syncs.hub")}
          </Button>
        }
      />
      <p className="mb-5 max-w-170 text-sm text-ink-muted">{t("autodesk.syncs.hub_text")}</p>
      <RunningSyncs className="mb-5" />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("autodesk.projects.search")}
          value={place.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <FilterChip
          label={t("autodesk.projects.unlinked_only")}
          icon={Link2}
          isOn={place.unlinked}
          onChange={(unlinked) => change({ unlinked })}
        />
        {projects.data !== undefined && (
          <span className="ms-auto text-sm text-ink-muted tabular-nums">
            {t("common.results", { count: found.length })}
          </span>
        )}
      </div>
      {projects.isPending ? (
        <RowsSkeleton lines={7} />
      ) : projects.data === undefined ? (
        <Trouble
          error={projects.error}
          fallback="autodesk.projects.failed"
          onRetry={() => void projects.refetch()}
        />
      ) : (
        <>
          <Warnings warnings={projects.data.warnings} className="mb-3" />
          {found.length === 0 ? (
            <NoProjects
              isSearch={place.search !== "" && projects.data.items.length > 0}
              isUnlinked={place.unlinked}
              isPartial={projects.data.warnings.length > 0}
              onClear={() => change({ search: "", unlinked: false })}
            />
          ) : (
            <Rows label={t("autodesk.projects.title")}>
              {found.map((project) => (
                <ProjectRow key={project.id} project={project} onLink={() => setLinked(project)} />
              ))}
            </Rows>
          )}
        </>
      )}
      {linked !== null && (
        <LinkDialog hub={hub} project={linked.id} name={linked.name} onClose={() => setLinked(null)} />
      )}
    </>
  );
}

function ProjectRow({ project, onLink }: { project: AutodeskProject; onLink: () => void }) {
  const t = useText();
  const { id, name, hub_id, link } = project;
  return (
    <li className={cx(rowLook, "relative flex-wrap transition-colors hover:bg-hover")}>
      <Icon of={FolderKanban} className="text-ink-muted" />
      <Link
        href={browseHref({ hub: hub_id, project: id })}
        look="plain"
        className={cx(wholeRow, "min-w-0 flex-1 basis-40")}
      >
        <span className="own-direction block truncate font-strong">{name}</span>
      </Link>
      {link === null ? (
        <Button
          size="sm"
          variant="quiet"
          icon={Link2}
          aria-label={t("autodesk.links.link_named", { name })}
          onPress={onLink}
          className="relative z-1"
        >
          {t("autodesk.links.link")}
        </Button>
      ) : (
        <Link
          href={`/project/${link.id_project}`}
          look="plain"
          className="relative z-1 min-w-0 rounded-full max-md:basis-full max-md:ps-7.5"
        >
          <Chip tone="ok" icon={Link2}>
            {t("autodesk.links.linked_to", { project: link.project })}
          </Chip>
        </Link>
      )}
    </li>
  );
}

interface NoProjectsProps {
  isSearch: boolean;
  isUnlinked: boolean;
  isPartial: boolean;
  onClear: () => void;
}

function NoProjects({ isSearch, isUnlinked, isPartial, onClear }: NoProjectsProps) {
  const t = useText();
  const kind = isSearch ? "none" : isPartial ? "silent" : isUnlinked ? "all_linked" : "empty";
  return (
    <EmptyState
      icon={isSearch ? SearchX : FolderKanban}
      title={t(`autodesk.projects.${kind}_title`)}
      text={t(`autodesk.projects.${kind}_text`)}
      {...((isSearch || isUnlinked) && {
        action: <Button onPress={onClear}>{t("autodesk.clear")}</Button>,
      })}
      className="rounded-lg bg-surface ring-1 ring-line"
    />
  );
}
