import { CloudDownload, CloudOff, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import type { CopyPart } from "#web/lib/copy-part.ts";
import { useFormat } from "#web/lib/format.ts";
import type { OfflineCopy } from "#web/lib/offline-copies.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { CapturedItems } from "./captured-items.tsx";
import { collectCopy } from "./collect.ts";
import { CopyFacts } from "./copy-facts.tsx";
import { CopyFailed, CopyProgress } from "./copy-progress.tsx";
import { useCopyRun } from "./copy-runs.ts";
import { bytesLeft } from "./measure.ts";
import { Protection } from "./protection.tsx";
import { RemoveCopy } from "./remove-copy.tsx";
import { runCopy } from "./run-copy.ts";
import { useCopies, useRead } from "./use-copies.ts";

interface OfflineScreenProps {
  parts: () => Promise<readonly CopyPart[]>;
}

/** The projects saved on this device, what they take up, and the items added behind the lock. */
export function OfflineScreen({ parts }: OfflineScreenProps) {
  const t = useText();
  const copies = useCopies();
  const missing = missingPage();
  return (
    <>
      <PageHeader
        title={t("shell.titles.offline")}
        crumbs={[{ label: t("projects.title"), href: "/projects" }, { label: t("shell.titles.offline") }]}
        note={
          <>
            <p>{t("offline.copies.screen.note")}</p>
            {copies !== undefined && <Storage key={copies.length} copies={copies} />}
          </>
        }
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {missing !== null && <Missing path={missing} />}
        <CapturedItems />
        {copies === undefined ? (
          <RowsSkeleton count={3} />
        ) : copies.length === 0 ? (
          <EmptyState
            icon={CloudDownload}
            title={t("offline.copies.screen.empty_title")}
            text={t("offline.copies.screen.empty_text")}
            action={
              <Link href="/projects" look={{ variant: "primary" }}>
                {t("offline.copies.screen.to_projects")}
              </Link>
            }
          />
        ) : (
          <>
            <Protection />
            <Card title={t("offline.copies.screen.list")} isPadded={false}>
              <ul className="divide-y divide-line">
                {copies.map((copy) => (
                  <CopyRow key={copy.project} copy={copy} parts={parts} />
                ))}
              </ul>
            </Card>
          </>
        )}
      </div>
    </>
  );
}

/** The page that led here because it is not on this device: the service worker names it. Only the viewer's pages. */
function missingPage(): string | null {
  const path = new URLSearchParams(location.search).get("missing") ?? "";
  return /^\/viewer\/[\w/-]+$/.test(path) ? path : null;
}

function Missing({ path }: { path: string }) {
  const t = useText();
  return (
    <Card>
      <EmptyState
        icon={CloudOff}
        title={t("offline.copies.screen.missing_title")}
        text={t("offline.copies.screen.missing_text")}
        className="py-6"
        action={
          // A page of its own, outside the router.
          <a href={path} className="text-accent-text underline underline-offset-3">
            {t("offline.copies.screen.missing_retry")}
          </a>
        }
      />
    </Card>
  );
}

function Storage({ copies }: { copies: readonly OfflineCopy[] }) {
  const t = useText();
  const format = useFormat();
  const left = useRead(() => bytesLeft(limits.copies.reserveShare), String(copies.length));
  const used = copies.reduce((sum, { bytes }) => sum + bytes, 0);
  if (left === undefined) return null;
  return (
    <p className="tabular-nums">
      {t("offline.copies.screen.storage", { used: format.bytes(used), left: format.bytes(left) })}
    </p>
  );
}

function CopyRow({ copy, parts }: { copy: OfflineCopy } & OfflineScreenProps) {
  const t = useText();
  const { isOnline } = useConnection();
  const run = useCopyRun(copy.project);
  const [isRemoving, setIsRemoving] = useState(false);
  const { user, project, name, isFull } = copy;
  const refresh = async () => {
    const collect = async (signal: AbortSignal) => collectCopy(project, await parts(), signal);
    if (await runCopy({ user, project, isFull, collect }))
      showToast({ tone: "ok", title: t("offline.copies.done", { name }) }, limits.toast.form);
  };
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <Link href={`/project/${project}`} className="own-direction w-fit max-w-full truncate font-strong">
            {name}
          </Link>
          <CopyFacts copy={copy} />
        </div>
        <IconButton
          icon={RefreshCw}
          label={`${t("offline.copies.refresh")}: ${name}`}
          isDisabled={!isOnline || run !== undefined}
          onPress={() => void refresh()}
          className="size-11"
        />
        <IconButton
          icon={Trash2}
          label={`${t("offline.copies.remove")}: ${name}`}
          isDisabled={run !== undefined}
          onPress={() => setIsRemoving(true)}
          className="size-11"
        />
      </div>
      {run !== undefined && <CopyProgress run={run} name={name} />}
      <CopyFailed project={project} />
      <RemoveCopy copy={copy} isOpen={isRemoving} onClose={() => setIsRemoving(false)} />
    </li>
  );
}
