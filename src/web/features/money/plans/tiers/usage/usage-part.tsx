import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { PersonSelect } from "#web/shell/people/person-select.tsx";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { firstYear } from "../list-state.ts";
import { useYear } from "../tiers.queries.ts";
import { totalOf } from "./months.ts";
import { BegunChart, ReceivedChart } from "./usage-charts.tsx";

export interface UsagePartProps {
  user: number | null;
  year: number | null;
  onChange: (change: { user?: number | null; year?: number | null }) => void;
}

/** Created items by month of a year: of all users, or of one. */
export function UsagePart({ user, year, onChange }: UsagePartProps) {
  const t = useText();
  const format = useFormat();
  // Months are counted in UTC.
  const [present] = useState(() => new Date().getUTCFullYear());
  const shown = year ?? present;
  const usage = useYear(shown, user);
  const go = (next: number) => onChange({ year: next === present ? null : next });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PersonSelect
          label={t("plans.tiers.whose")}
          everybody={t("plans.tiers.everybody")}
          value={user}
          onChange={(next) => onChange({ user: next })}
          className="w-80 max-sm:w-full"
        />
        <fieldset aria-label={t("plans.tiers.year")} className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            points
            label={t("plans.tiers.previous_year", { year: shown })}
            isDisabled={shown <= firstYear}
            onPress={() => go(shown - 1)}
            className="touch:size-11"
          />
          <output className="min-w-14 text-center text-base font-strong tabular-nums">{shown}</output>
          <IconButton
            icon={ChevronRight}
            points
            label={t("plans.tiers.next_year", { year: shown })}
            isDisabled={shown >= present}
            onPress={() => go(shown + 1)}
            className="touch:size-11"
          />
        </fieldset>
      </div>
      {usage.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : usage.data === undefined ? (
        <LoadFailure screen="tiers" error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <div className={usage.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <dl className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-4">
            {(["projects", "visits", "videos", "bytes"] as const).map((kind) => {
              const total = totalOf(usage.data.months, kind);
              return (
                <div key={kind} className="flex flex-col-reverse justify-end">
                  <dt className="text-xs text-ink-muted">
                    {kind === "bytes" ? t("plans.tiers.received") : t(`plans.tiers.${kind}`)}
                  </dt>
                  <dd className="text-lg font-strong tabular-nums">
                    {kind === "bytes" ? format.bytes(total) : format.number(total)}
                  </dd>
                </div>
              );
            })}
          </dl>
          <div className="grid gap-6 xl:grid-cols-2">
            <Card>
              <BegunChart
                title={t("plans.tiers.usage", { year: shown })}
                empty={t("plans.tiers.usage_none", { year: shown })}
                months={usage.data.months}
              />
            </Card>
            <Card>
              <ReceivedChart
                title={t("plans.tiers.bytes", { year: shown })}
                empty={t("plans.tiers.bytes_none", { year: shown })}
                months={usage.data.months}
              />
            </Card>
          </div>
        </div>
      )}
    </>
  );
}
