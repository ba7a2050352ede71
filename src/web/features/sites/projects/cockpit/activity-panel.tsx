import { useState } from "react";
import { logParts } from "#contract/choices.ts";
import { activityKinds } from "#contract/kinds.ts";
import type { Project } from "#contract/projects.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { ActivityDays } from "./activity-list.tsx";
import { type ActivityKind, type ActivityPart, useActivity } from "./cockpit.queries.ts";
import { PanelFailure } from "./panel-frame.tsx";

/** The project's activity log, page by page. */
export function ActivityPanel({ project }: { project: Project }) {
  const t = useText();
  const [kind, setKind] = useState<ActivityKind | null>(null);
  const [part, setPart] = useState<ActivityPart>("done");
  const log = useActivity(project.id, part, kind);
  // Views have a permission of their own, beside that for actions.
  const parts = logParts.filter((one) => one !== "seen" || project.can["view_access"] === true);
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card
      title={t("projects.cockpit.activity.title")}
      actions={
        <Menu
          label={t("projects.cockpit.activity.filter")}
          selected={kind ?? "all"}
          trigger={
            <FilterChipButton
              isSet={kind !== null}
              className="me-2"
              label={t(
                kind === null ? "projects.cockpit.activity.all" : `projects.cockpit.activity.kinds.${kind}`,
              )}
            />
          }
        >
          <MenuItem id="all" label={t("projects.cockpit.activity.all")} onAction={() => setKind(null)} />
          {activityKinds.map((one) => (
            <MenuItem
              key={one}
              id={one}
              label={t(`projects.cockpit.activity.kinds.${one}`)}
              onAction={() => setKind(one)}
            />
          ))}
        </Menu>
      }
    >
      <SegmentedControl
        label={t("projects.cockpit.activity.about")}
        segments={parts.map((one) => ({ value: one, label: t(`projects.cockpit.activity.what.${one}`) }))}
        value={part}
        onChange={setPart}
        className="mb-4 max-w-full print:hidden"
      />
      {log.isPending ? (
        <ActivitySkeleton />
      ) : log.isError && entries.length === 0 ? (
        <PanelFailure text={errorText(log.error, t)} onRetry={() => void log.refetch()} />
      ) : entries.length === 0 ? (
        <p className="text-ink-muted">{t(emptyText(part, kind))}</p>
      ) : (
        <>
          <ActivityDays entries={entries} />
          {log.hasNextPage && (
            <Button
              className="mt-4 w-full print:hidden"
              isPending={log.isFetchingNextPage}
              onPress={() => void log.fetchNextPage()}
            >
              {t("projects.cockpit.activity.more")}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

const emptyText = (part: ActivityPart, kind: ActivityKind | null) =>
  kind !== null
    ? "projects.cockpit.activity.empty_kind"
    : part === "done"
      ? "projects.cockpit.activity.empty"
      : (`projects.cockpit.activity.empty_${part}` as const);

function ActivitySkeleton() {
  return (
    <Outline className="flex flex-col gap-4">
      {["w-4/5", "w-3/5", "w-2/3", "w-1/2"].map((width) => (
        <span key={width} className="flex items-center gap-3">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className={`h-4 ${width}`} />
        </span>
      ))}
    </Outline>
  );
}
