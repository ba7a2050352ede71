import { Box } from "lucide-react";
import type { AutodeskEntry, AutodeskVersion } from "#contract/autodesk.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { useVersions } from "../autodesk.queries.ts";
import { browseHref, startAddress, useBrowseAddress } from "../browse-address.ts";
import { Facts } from "../rows.tsx";
import { Trouble } from "../trouble.tsx";

interface VersionsPanelProps {
  hub: string;
  project: string;
  /** The file; null while none is open. */
  item: string | null;
  known: AutodeskEntry | undefined;
  onClose: () => void;
}

/** The versions of a file, newest first; each with a model can be opened. */
export function VersionsPanel({ hub, project, item, known, onClose }: VersionsPanelProps) {
  const t = useText();
  const [place] = useBrowseAddress();
  const versions = useVersions(project, item);
  const items = versions.data?.items ?? [];
  const newest = items[0];
  return (
    <Modal
      title={known?.name ?? newest?.name ?? t("autodesk.versions.title")}
      isOpen={item !== null}
      onClose={onClose}
      size="md"
    >
      <h3 className="mb-2 text-sm font-strong">{t("autodesk.versions.title")}</h3>
      {versions.isPending ? (
        <Outline className="flex flex-col gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Outline>
      ) : versions.data === undefined ? (
        <Trouble
          error={versions.error}
          fallback="autodesk.versions.failed"
          onRetry={() => void versions.refetch()}
        />
      ) : items.length === 0 ? (
        <p className="text-ink-muted">{t("autodesk.versions.empty")}</p>
      ) : (
        <ol aria-label={t("autodesk.versions.title")} className="divide-y divide-line">
          {items.map((version) => (
            <VersionRow
              key={version.id}
              version={version}
              isNewest={version === newest}
              isNamed={version.name !== known?.name}
              model={
                version.urn === null
                  ? null
                  : browseHref({
                      ...startAddress,
                      hub,
                      project,
                      folders: place.folders,
                      item,
                      model: version.urn,
                    })
              }
            />
          ))}
        </ol>
      )}
    </Modal>
  );
}

interface VersionRowProps {
  version: AutodeskVersion;
  isNewest: boolean;
  /** Whether it had another name then. */
  isNamed: boolean;
  model: string | null;
}

function VersionRow({ version, isNewest, isNamed, model }: VersionRowProps) {
  const t = useText();
  const format = useFormat();
  const { number, name, bytes, created_at, created_by } = version;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="flex items-center gap-2">
          <span className="font-strong tabular-nums">
            {t("autodesk.versions.number", { number: format.number(number) })}
          </span>
          {isNewest && <Chip tone="ok">{t("autodesk.versions.newest")}</Chip>}
        </span>
        <Facts
          of={[
            format.date(created_at, "moment"),
            ...(bytes === null ? [] : [format.bytes(bytes)]),
            created_by,
          ]}
        />
        {isNamed && <span className="own-direction block truncate text-xs text-ink-muted">{name}</span>}
      </span>
      {model === null ? (
        <span className="text-xs text-ink-faint">{t("autodesk.models.no_model")}</span>
      ) : (
        <Link
          href={model}
          aria-label={t("autodesk.models.open_version", { number: format.number(number) })}
          look={{ variant: isNewest ? "primary" : "secondary", size: "sm" }}
        >
          <Icon of={Box} size="sm" />
          {t("autodesk.models.open")}
        </Link>
      )}
    </li>
  );
}
