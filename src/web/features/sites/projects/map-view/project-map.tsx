import { MapPinOff } from "lucide-react";
import { useMemo, useState } from "react";
import type { ProjectPoint } from "#contract/projects.ts";
import { comma } from "#web/lib/comma.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { BaseMap } from "#web/ui/map/base-map.tsx";
import { ClusteredPins } from "#web/ui/map/clustered-pins.tsx";
import type { MapPoint } from "#web/ui/map/clusters.ts";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { dotTone } from "#web/ui/tone.ts";
import { statuses, statusTones } from "../project-status.tsx";
import type { ProjectNarrowing } from "../projects.queries.ts";
import { KeptView } from "./kept-view.tsx";
import { PointCard } from "./point-card.tsx";
import { isSomewhere, recallView, useProjectPoints, wordOf } from "./project-points.ts";

/** Fills the screen below the tools of the list. */
const size = "h-[max(20rem,calc(100dvh-22rem))] w-full md:h-[max(24rem,calc(100dvh-20.5rem))]";
const world = { center: { latitude: 20, longitude: 0 }, zoom: 2 } as const;

/** The filtered projects at their locations; the number of those without one is shown below. */
export function ProjectMap({ filter }: { filter: ProjectNarrowing }) {
  const t = useText();
  const format = useFormat();
  const points = useProjectPoints(filter);
  const [open, setOpen] = useState<readonly number[]>([]);
  const word = wordOf(filter);
  const placed = useMemo(() => points.data?.points.filter(isSomewhere) ?? [], [points.data]);
  const pins = useMemo(
    () =>
      placed.map(({ id, name, status, latitude, longitude }): MapPoint => {
        const label = name + comma() + t(`projects.statuses.${status}`);
        return { id, name: label, tone: statusTones[status], latitude, longitude };
      }),
    [placed, t],
  );
  const shown = placed.filter(({ id }) => open.includes(id));

  if (points.isPending)
    return (
      <Outline className="block">
        <Skeleton className={size} />
      </Outline>
    );
  if (points.isError)
    return <LoadFailure screen="projects" error={points.error} onRetry={() => void points.refetch()} />;
  const { left_out, without_place } = points.data;
  if (pins.length === 0)
    return (
      <EmptyState
        icon={MapPinOff}
        title={t("map.projects.empty")}
        text={
          without_place > 0 ? t("map.projects.empty_text", { count: without_place }) : t("map.projects.none")
        }
      />
    );
  const kept = recallView(word);
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <BaseMap
          label={t("map.projects.label", { count: pins.length })}
          center={kept ?? world.center}
          zoom={kept?.zoom ?? world.zoom}
          hasFreeWheel
          onPick={() => setOpen([])}
          className={size}
        >
          <KeptView key={word} word={word} pins={pins} />
          <ClusteredPins
            points={pins}
            clusterName={(count) => t("map.projects.cluster", { count })}
            writeCount={(count) => format.number(count)}
            selected={open}
            onOpen={(ids) => setOpen(ids)}
          />
        </BaseMap>
        {shown.length > 0 && <PointCard key={open.join()} points={shown} onClose={() => setOpen([])} />}
      </div>
      <Legend points={placed} />
      <p className="flex flex-wrap gap-x-4 text-ink-muted" data-tabular>
        <span>{t("map.projects.placed", { count: pins.length })}</span>
        {without_place > 0 && <span>{t("map.projects.without_place", { count: without_place })}</span>}
        {left_out > 0 && <span>{t("map.projects.left_out", { count: left_out })}</span>}
      </p>
    </div>
  );
}

/** Meaning of the colours, with the number of each. */
function Legend({ points }: { points: readonly ProjectPoint[] }) {
  const t = useText();
  const format = useFormat();
  const counted = statuses.map((status) => ({
    status,
    count: points.filter((point) => point.status === status).length,
  }));
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted" data-tabular>
      {counted
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => (
          <li key={status} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cx("size-2 rounded-full", dotTone[statusTones[status]])} />
            {t(`projects.statuses.${status}`)}
            <span>{format.number(count)}</span>
          </li>
        ))}
    </ul>
  );
}
