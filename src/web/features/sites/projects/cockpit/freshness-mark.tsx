import { useFormat } from "#web/lib/format.ts";
import { type Freshness, freshnessDays } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { freshnessTones } from "../freshness.ts";

/** Age of the newest photo, as a label. `freshness` null: without an assessment. */
export function LastPicture({ date, freshness }: { date: string; freshness: Freshness | null }) {
  const t = useText();
  const format = useFormat();
  const ago = format.ago(date);
  return (
    <Chip tone={freshness === null ? "neutral" : freshnessTones[freshness]}>
      <time dateTime={date} title={format.date(date, "moment")}>
        {freshness === null
          ? t("projects.cockpit.freshness.last_picture", { ago })
          : t("projects.cockpit.freshness.judged", {
              ago,
              freshness: t(`projects.cockpit.freshness.judged_as.${freshness}`),
            })}
      </time>
    </Chip>
  );
}

/** Meaning of the marks. */
export function FreshnessLegend() {
  const t = useText();
  const scale = (freshness: Freshness) =>
    freshness === "stale"
      ? t("projects.cockpit.freshness.stale_scale")
      : t(`projects.cockpit.freshness.${freshness}_scale`, { count: freshnessDays[freshness] });
  return (
    <ul
      aria-label={t("projects.cockpit.freshness.legend")}
      className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-muted"
    >
      {(["fresh", "ageing", "stale"] as const).map((freshness) => (
        <li key={freshness} className="flex items-center gap-2">
          <FreshnessMark freshness={freshness} />
          <span>
            <span className="text-ink">{t(`projects.cockpit.freshness.${freshness}`)}</span>{" "}
            {scale(freshness)}
          </span>
        </li>
      ))}
    </ul>
  );
}
