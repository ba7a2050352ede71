import { coverageLimits } from "#contract/coverage.limits.ts";
import type { CoverageRhythm } from "#contract/coverage.ts";
import { useText } from "#web/lib/use-text.ts";
import { NumberField } from "#web/ui/number-field.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { WeekdayChips } from "#web/ui/weekday-chips.tsx";

interface RhythmFieldProps {
  value: CoverageRhythm;
  onChange: (rhythm: CoverageRhythm) => void;
  error: string | undefined;
}

/** How often: every few days, or on weekdays. */
export function RhythmField({ value, onChange, error }: RhythmFieldProps) {
  const t = useText();
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label={t("coverage.plan.rhythm")}
        segments={[
          { value: "days", label: t("coverage.plan.kind.days") },
          { value: "weekdays", label: t("coverage.plan.kind.weekdays") },
        ]}
        value={value.kind}
        onChange={(kind) =>
          onChange(kind === "days" ? { kind, days: 7 } : { kind: "weekdays", weekdays: [0] })
        }
      />
      {value.kind === "days" ? (
        <NumberField
          label={t("coverage.plan.days")}
          value={value.days}
          onChange={(days) => !Number.isNaN(days) && onChange({ kind: "days", days })}
          minValue={1}
          maxValue={coverageLimits.days}
          error={error}
          className="sm:w-64"
        />
      ) : (
        <WeekdayChips
          label={t("coverage.plan.weekdays")}
          days={value.weekdays}
          error={error}
          onChange={(weekdays) => onChange({ kind: "weekdays", weekdays })}
        />
      )}
    </div>
  );
}
