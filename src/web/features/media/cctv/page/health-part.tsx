import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { periods } from "#contract/choices.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { seenText } from "../camera-looks.ts";
import { type Period, useHealth } from "../cctv.queries.ts";
import { HealthChart } from "./health-chart.tsx";

/** How reliably a camera sends pictures. */
export function HealthPart({ camera }: { camera: Camera }) {
  const t = useText();
  const format = useFormat();
  const [period, setPeriod] = useState<Period>("week");
  const health = useHealth(camera.id, period);
  const { uptime } = health.data ?? { uptime: null };
  return (
    <Card title={t("cctv.health.title")}>
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-xl font-strong tabular-nums">
          {uptime === null ? "–" : format.percent(uptime)}
        </span>
        <span className="text-sm text-ink-muted">{seenText(camera, t, format)}</span>
      </p>
      {camera.checked_at !== null && (
        <p className="mb-3 text-xs text-ink-muted">
          {t("cctv.checked", { when: format.ago(camera.checked_at) })}
        </p>
      )}
      <SegmentedControl
        label={t("cctv.health.period")}
        value={period}
        onChange={setPeriod}
        segments={periods.map((one) => ({ value: one, label: t(`cctv.health.periods.${one}`) }))}
        className="mb-3 w-full [&>label]:min-w-0 [&>label]:flex-1 [&>label]:px-1"
      />
      {health.isPending ? (
        <Skeleton className="h-32" />
      ) : health.data === undefined ? (
        <div role="alert" className="flex flex-col items-start gap-2 text-ink-muted">
          <p>{errorText(health.error, t)}</p>
          <Button size="sm" onPress={() => void health.refetch()}>
            {t("common.retry")}
          </Button>
        </div>
      ) : (
        <HealthChart health={health.data} />
      )}
    </Card>
  );
}
