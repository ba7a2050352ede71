import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useSyncs } from "../autodesk.queries.ts";
import { SyncLine } from "./sync-line.tsx";

const shown = 8;

/** Recent syncs, running ones first. */
export function RecentSyncs() {
  const t = useText();
  const syncs = useSyncs();
  return (
    <Card title={t("autodesk.syncs.title")}>
      {syncs.isPending ? (
        <Skeleton className="h-16" />
      ) : (syncs.data ?? []).length === 0 ? (
        <p className="text-sm text-ink-muted">{t("autodesk.syncs.none")}</p>
      ) : (
        <ul className="flex flex-col gap-4">
          {syncs.data?.slice(0, shown).map((sync) => (
            <li key={sync.id}>
              <SyncLine sync={sync} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
