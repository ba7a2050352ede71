import { Download, Layers2, RotateCcw } from "lucide-react";
import type { Sheet, SheetVersion } from "#contract/sheets.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { iconButtonClass } from "#web/ui/bare-icon-button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useVersions } from "./sheets.queries.ts";
import { useRestore } from "./use-restore.ts";

export interface VersionsListProps {
  sheet: Sheet;
  compared: SheetVersion | null;
  onCompare: (version: SheetVersion | null) => void;
}

/** The versions of a sheet: overlaid on the current one, restored, or downloaded as the original file. */
export function VersionsList({ sheet, compared, onCompare }: VersionsListProps) {
  const t = useText();
  const versions = useVersions(sheet.id);
  return (
    <section aria-labelledby="sheet-versions" className="flex flex-col gap-3">
      <h2 id="sheet-versions" className="text-lg font-strong">
        {t("sheets.versions")}
      </h2>
      {versions.isError ? (
        <LoadFailure screen="sheets" error={versions.error} onRetry={() => void versions.refetch()} />
      ) : versions.isPending ? (
        <Skeleton className="h-20" />
      ) : (
        <ol aria-labelledby="sheet-versions" className="flex flex-col divide-y divide-line">
          {versions.data.map((version) => (
            <Version
              key={version.version}
              sheet={sheet}
              version={version}
              isCompared={compared?.version === version.version}
              onCompare={onCompare}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

interface VersionProps {
  sheet: Sheet;
  version: SheetVersion;
  isCompared: boolean;
  onCompare: VersionsListProps["onCompare"];
}

function Version({ sheet, version, isCompared, onCompare }: VersionProps) {
  const t = useText();
  const format = useFormat();
  const { restore, isPending } = useRestore(sheet);
  const { name, author, created_at, bytes, is_current } = version;
  const number = { version: version.version };
  const size = "touch:size-11";
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <bdi className="truncate font-strong">{name}</bdi>
          {is_current && <Chip tone="accent">{t("sheets.current")}</Chip>}
        </p>
        <p className="text-sm text-ink-muted tabular-nums">
          {[t("sheets.version", number), format.date(created_at), bytes > 0 && format.bytes(bytes)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {author !== null && (
          <span className="own-direction block truncate text-sm text-ink-muted">{author.name}</span>
        )}
      </div>
      <span className="flex shrink-0">
        {!is_current && (
          <IconButton
            icon={Layers2}
            label={t("sheets.compare", number)}
            aria-pressed={isCompared}
            onPress={() => onCompare(isCompared ? null : version)}
            className={cx(size, isCompared && "bg-accent-soft text-accent-text")}
          />
        )}
        {!is_current && sheet.can["edit"] === true && (
          <IconButton
            icon={RotateCcw}
            label={t("sheets.restore_version", number)}
            isDisabled={isPending}
            onPress={() => void restore(version).then((isDone) => isDone && onCompare(null))}
            className={size}
          />
        )}
        <a
          href={version.original}
          download={name}
          aria-label={t("sheets.download_version", number)}
          title={t("sheets.download_version", number)}
          className={cx(iconButtonClass, "size-9", size)}
        >
          <Icon of={Download} />
        </a>
      </span>
    </li>
  );
}
