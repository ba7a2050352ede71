import { Box, ChevronRight, FolderOpen, SearchX } from "lucide-react";
import type { AutodeskEntry } from "#contract/autodesk.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Breadcrumbs } from "#web/ui/breadcrumbs.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { useFolder, useFolderNames } from "../autodesk.queries.ts";
import { browseHref, startAddress, useBrowseAddress } from "../browse-address.ts";
import { contains } from "../contains.ts";
import { Facts, Rows, RowsSkeleton, rowLook, wholeRow } from "../rows.tsx";
import { Trouble } from "../trouble.tsx";
import { iconOf } from "./file-looks.ts";
import { VersionsPanel } from "./versions-panel.tsx";
import { Warnings } from "./warnings.tsx";

interface FolderBrowserProps {
  hub: string;
  project: string;
}

/** The folders of a project and the files in them. The path is shown above, and in the address. */
export function FolderBrowser({ hub, project }: FolderBrowserProps) {
  const t = useText();
  const [place, change] = useBrowseAddress();
  const { folders, search, item } = place;
  const folder = useFolder(hub, project, folders.at(-1) ?? null);
  const names = useFolderNames(hub, project, folders);
  const at = (path: readonly string[]) => browseHref({ hub, project, folders: path });
  const shown = folder.data?.items.filter(({ name }) => contains(name, search)) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Breadcrumbs
          crumbs={[
            { label: t("autodesk.files.top"), ...(folders.length > 0 && { href: at([]) }) },
            ...folders.map((_, depth) => ({
              label: names[depth] ?? "…",
              ...(depth < folders.length - 1 && { href: at(folders.slice(0, depth + 1)) }),
            })),
          ]}
        />
        <ListSearch
          label={t("autodesk.files.search")}
          value={search}
          onSearch={(next) => change({ search: next })}
          className="w-full md:w-72"
        />
      </div>
      {folder.isPending ? (
        <RowsSkeleton lines={6} />
      ) : folder.data === undefined ? (
        <Trouble
          error={folder.error}
          fallback="errors.failed.autodesk_folder"
          onRetry={() => void folder.refetch()}
        />
      ) : (
        <>
          <Warnings warnings={folder.data.warnings} />
          {shown.length > 0 ? (
            <Rows label={t("autodesk.files.list")}>
              {shown.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  href={
                    entry.kind === "folder"
                      ? at([...folders, entry.id])
                      : browseHref({ ...startAddress, hub, project, folders, search, item: entry.id })
                  }
                  model={
                    entry.urn === null
                      ? null
                      : browseHref({
                          ...startAddress,
                          hub,
                          project,
                          folders,
                          item: entry.id,
                          model: entry.urn,
                        })
                  }
                />
              ))}
            </Rows>
          ) : search !== "" && folder.data.items.length > 0 ? (
            <EmptyState
              icon={SearchX}
              title={t("autodesk.files.none_title")}
              action={<Button onPress={() => change({ search: "" })}>{t("autodesk.clear")}</Button>}
            />
          ) : (
            folder.data.warnings.length === 0 && (
              <EmptyState
                icon={FolderOpen}
                title={t("autodesk.files.empty_title")}
                text={t("autodesk.files.empty_text")}
              />
            )
          )}
        </>
      )}
      <VersionsPanel
        hub={hub}
        project={project}
        item={item}
        known={folder.data?.items.find(({ id }) => id === item)}
        onClose={() => change({ item: null })}
      />
    </div>
  );
}

interface EntryRowProps {
  entry: AutodeskEntry;
  href: string;
  /** Address of the model's view; null where there is none. */
  model: string | null;
}

function EntryRow({ entry, href, model }: EntryRowProps) {
  const t = useText();
  const format = useFormat();
  const { kind, name, file_type, bytes, version, updated_at, updated_by } = entry;
  const isFolder = kind === "folder";
  const { icon, tone } = iconOf(kind, file_type);
  const facts = [
    ...(bytes === null ? [] : [format.bytes(bytes)]),
    ...(updated_at === null ? [] : [format.date(updated_at)]),
    updated_by,
  ];
  return (
    <li className={cx(rowLook, "relative transition-colors hover:bg-hover")}>
      <Icon of={icon} className={tone} />
      <Link href={href} look="plain" className={cx(wholeRow, "min-w-0 flex-1")}>
        <span className={cx("own-direction block truncate", isFolder && "font-strong")}>{name}</span>
        <Facts of={facts} />
      </Link>
      {version !== null && (
        <span className="shrink-0 rounded-sm bg-press px-1.5 py-0.5 text-xs text-ink-muted tabular-nums">
          {t("autodesk.versions.short", { number: format.number(version) })}
        </span>
      )}
      {model !== null && (
        <Link
          href={model}
          aria-label={t("autodesk.models.open_named", { name })}
          look={{ variant: "quiet", size: "sm" }}
          className="relative z-1"
        >
          <Icon of={Box} size="sm" />
          <span className="max-md:sr-only">{t("autodesk.models.open")}</span>
        </Link>
      )}
      {isFolder && <Icon of={ChevronRight} size="sm" points className="text-ink-faint" />}
    </li>
  );
}
