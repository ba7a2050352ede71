import { Camera } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { Project } from "#contract/projects.ts";
import type { Snapshot } from "#contract/snapshots.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Picture } from "#web/ui/picture.tsx";
import { snapshotGrid } from "./snapshot-grid.ts";
import { useSnapshotNews, useSnapshots } from "./snapshots.queries.ts";
import { SnapshotsSkeleton } from "./snapshots-skeleton.tsx";

const viewer = later(() => import("./snapshot-modal.tsx"));

/** The snapshots of a project, newest first. */
export function SnapshotsPanel({ project }: { project: Project }) {
  const t = useText();
  const snapshots = useSnapshots(project.id);
  const [open, setOpen] = useState<number | null>(null);
  const { SnapshotModal } = useLater(viewer, open !== null) ?? {};
  useSnapshotNews(project.id);
  if (snapshots.isPending) return <SnapshotsSkeleton />;
  const all = snapshots.data?.pages.flatMap(({ items }) => items) ?? [];
  const at = all.findIndex(({ id }) => id === open);
  const shown = all[at];
  return (
    <Card title={t("snapshots.title")}>
      {snapshots.isError && all.length === 0 ? (
        <LoadFailure screen="snapshots" error={snapshots.error} onRetry={() => void snapshots.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState icon={Camera} title={t("snapshots.empty_title")} text={t("snapshots.empty_text")} />
      ) : (
        <>
          <ul className={snapshotGrid}>
            {all.map((snapshot) => (
              <li key={snapshot.id}>
                <SnapshotTile snapshot={snapshot} onOpen={() => setOpen(snapshot.id)} />
              </li>
            ))}
          </ul>
          {snapshots.hasNextPage && (
            <Button
              className="mt-4"
              isPending={snapshots.isFetchingNextPage}
              onPress={() => void snapshots.fetchNextPage()}
            >
              {t("snapshots.more")}
            </Button>
          )}
        </>
      )}
      {shown !== undefined && SnapshotModal && (
        <SnapshotModal
          key={shown.id}
          snapshot={shown}
          onClose={() => setOpen(null)}
          {...(all[at - 1] && { onPrevious: () => setOpen(all[at - 1]?.id ?? null) })}
          {...(all[at + 1] && { onNext: () => setOpen(all[at + 1]?.id ?? null) })}
        />
      )}
    </Card>
  );
}

function SnapshotTile({ snapshot, onOpen }: { snapshot: Snapshot; onOpen: () => void }) {
  const t = useText();
  const format = useFormat();
  const { note, room, thumbnail, created_at } = snapshot;
  const name = note === "" ? room : note;
  return (
    <AriaButton
      onPress={onOpen}
      aria-label={t("snapshots.open", { name, date: format.date(created_at) })}
      className="group/tile flex w-full min-w-0 flex-col gap-1.5 text-start"
    >
      <Picture src={thumbnail} className="aspect-video w-full rounded-md" />
      <span className="own-direction block w-full truncate text-sm">{name}</span>
      <span className="text-xs text-ink-soft">{format.date(created_at)}</span>
    </AriaButton>
  );
}
