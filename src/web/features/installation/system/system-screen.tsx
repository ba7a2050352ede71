import { Download } from "lucide-react";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { FindingsList } from "./findings-list.tsx";
import { Processes } from "./processes.tsx";
import { FailedJobs, Queues } from "./queues.tsx";
import { BackupCard, DatabaseCard, OutsideCard, StorageCard } from "./storage-cards.tsx";
import { type Overview, useOverview } from "./system.queries.ts";

/** Status of the installation, for operators. It polls by itself and keeps the last result until there is a newer one. */
export function SystemScreen() {
  const t = useText();
  const format = useFormat();
  const overview = useOverview();
  const { data } = overview;
  return (
    <>
      <PageHeader
        title={t("system.title")}
        note={
          data === undefined
            ? t("system.intro")
            : t("system.looked", { time: format.date(data.at, "time"), version: data.version })
        }
        actions={
          <Link href="/api/system/diagnosis" download="" look={{ variant: "secondary" }}>
            <Icon of={Download} size="sm" />
            {t("system.diagnosis")}
          </Link>
        }
      />
      {data !== undefined ? (
        <Whole overview={data} />
      ) : overview.isError ? (
        <LoadFailure screen="system" error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Whole({ overview }: { overview: Overview }) {
  return (
    <>
      <FindingsList overview={overview} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5 lg:col-span-2">
          <FailedJobs failed={overview.failed} at={overview.at} />
          <Processes overview={overview} />
        </div>
        <DatabaseCard database={overview.database} />
        <StorageCard storage={overview.storage} media={overview.media} search={overview.search} />
        <BackupCard backup={overview.backup} at={overview.at} />
        <OutsideCard mail={overview.mail} outside={overview.outside} at={overview.at} />
        <div className="min-w-0 lg:col-span-2">
          <Queues queues={overview.queues} />
        </div>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Skeleton className="h-8 w-full max-w-100 lg:col-span-2" />
      <Skeleton className="h-36 w-full lg:col-span-2" />
      {Array.from({ length: 4 }, (_, card) => (
        <Skeleton key={card} className="h-56 w-full" />
      ))}
    </div>
  );
}
