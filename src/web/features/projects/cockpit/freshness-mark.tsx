import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { type Freshness, freshnessDays, freshnessTones } from "../freshness.ts";

/** Colour and shape say the same: full, half, hollow. */
const shapes: Readonly<Record<Freshness, string>> = {
  fresh: "bg-ok",
  ageing: "border-2 border-warn bg-[linear-gradient(to_top,var(--warn)_50%,transparent_50%)]",
  stale: "border-2 border-bad",
};

export function FreshnessMark({ freshness, className }: { freshness: Freshness; className?: string }) {
  return <span aria-hidden className={cx("size-3 shrink-0 rounded-full", shapes[freshness], className)} />;
}

/** How old the last picture is, in a word. `freshness` null: only when it was taken. */
export function LastPicture({ date, freshness }: { date: string; freshness: Freshness | null }) {
  const t = useText();
  const format = useFormat();
  const ago = format.ago(date);
  return (
    <Chip tone={freshness === null ? "neutral" : freshnessTones[freshness]}>
      <time dateTime={date} title={format.date(date, "moment")}>
        {freshness === null
          ? t("cockpit.freshness.last_picture", { ago })
          : t("cockpit.freshness.judged", { ago, freshness: t(`cockpit.freshness.judged_as.${freshness}`) })}
      </time>
    </Chip>
  );
}

/** What the marks mean. */
export function FreshnessLegend() {
  const t = useText();
  const scale = (freshness: Freshness) =>
    freshness === "stale"
      ? t("cockpit.freshness.stale_scale")
      : t(`cockpit.freshness.${freshness}_scale`, { count: freshnessDays[freshness] });
  return (
    <ul
      aria-label={t("cockpit.freshness.legend")}
      className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-muted"
    >
      {(["fresh", "ageing", "stale"] as const).map((freshness) => (
        <li key={freshness} className="flex items-center gap-2">
          <FreshnessMark freshness={freshness} />
          <span>
            <span className="text-ink">{t(`cockpit.freshness.${freshness}`)}</span> {scale(freshness)}
          </span>
        </li>
      ))}
    </ul>
  );
}
