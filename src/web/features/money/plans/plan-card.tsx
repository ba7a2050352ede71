import { Check, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Plan, PlanLimit } from "#contract/plans.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMoney } from "#web/lib/money.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Current usage, by the limit it counts towards. */
export type Usage = Readonly<Partial<Record<PlanLimit, number>>>;

export interface PlanCardProps {
  plan: Plan;
  usage?: Usage;
  /** Marks beside the name, such as current or upcoming. */
  marks?: ReactNode;
  isCurrent?: boolean;
  /** Actions at the foot. */
  actions?: ReactNode;
}

const always: readonly PlanLimit[] = [
  "n_projects",
  "n_virtual_tours",
  "n_video_uploads",
  "n_cameras",
  "n_channels",
];
const monthly: readonly PlanLimit[] = ["n_projects_month", "n_virtual_tours_month", "n_video_uploads_month"];

/** A plan on offer: its price, its limits, and the usage of each. */
export function PlanCard({ plan, usage = {}, marks, isCurrent = false, actions }: PlanCardProps) {
  const id = useId();
  const shown = [...always, ...monthly.filter((limit) => plan[limit] !== null)];
  return (
    <article
      aria-labelledby={id}
      className={cx(
        "flex flex-col rounded-lg bg-surface p-5",
        isCurrent ? "ring-2 ring-accent" : "ring-1 ring-line",
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <h2 id={id} className="own-direction text-base font-strong">
          {plan.name}
        </h2>
        {marks}
      </div>
      {/* Reserves two lines, so that prices and limits of cards side by side are aligned. */}
      <p className="own-direction mt-1 text-sm text-ink-muted sm:min-h-[2lh]">{plan.description}</p>
      <PlanPrice plan={plan} className="mt-4" />
      <dl className="mt-4 flex flex-col gap-3 text-sm">
        {shown.map((limit) => (
          <LimitRow key={limit} limit={limit} most={plan[limit]} used={usage[limit]} />
        ))}
      </dl>
      <Opened lines={[...plan.features, ...plan.custom_features]} />
      {actions !== undefined && <div className="mt-auto flex flex-col pt-6">{actions}</div>}
    </article>
  );
}

/** `$49.00`, and below it the interval, and the extra price per live channel. */
export function PlanPrice({
  plan: { price, channel_price, currency, interval },
  className,
}: {
  plan: Pick<Plan, "price" | "channel_price" | "currency" | "interval">;
  className?: string;
}) {
  const t = useText();
  const money = useMoney();
  const isFree = price === 0 && channel_price === 0;
  return (
    <div className={className}>
      <p data-tabular className="text-xl font-strong">
        {price === 0 ? t("plans.subscription.free") : money(price, currency)}
      </p>
      <p className="text-xs text-ink-muted sm:min-h-[2lh]">
        {!isFree && t(interval === "year" ? "plans.subscription.per_year" : "plans.subscription.per_month")}
        {channel_price > 0 &&
          ` ${t("plans.subscription.channel_price", { price: money(channel_price, currency) })}`}
      </p>
    </div>
  );
}

function LimitRow({
  limit,
  most,
  used,
}: {
  limit: PlanLimit;
  most: number | null;
  used: number | undefined;
}) {
  const t = useText();
  const format = useFormat();
  const isOver = most !== null && used !== undefined && used > most;
  const value =
    most === null
      ? t("plans.subscription.unlimited")
      : used === undefined
        ? format.number(most)
        : t("plans.subscription.used_of", { used: format.number(used), limit: format.number(most) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5">
      <dt className="text-ink-muted">{t(`plans.subscription.limits.${limit}`)}</dt>
      <dd data-tabular className={cx("flex items-center gap-1.5", isOver && "font-strong text-warn-text")}>
        {isOver && <Icon of={TriangleAlert} size="sm" />}
        {value}
        {isOver && <span className="sr-only">{t("plans.subscription.over")}</span>}
      </dd>
      {most !== null && used !== undefined && (
        <dd aria-hidden className="col-span-2 h-1 overflow-hidden rounded-full bg-press">
          <span
            className={cx("block h-full rounded-full", isOver ? "bg-warn" : "bg-accent")}
            style={{
              inlineSize: `${most === 0 ? (used > 0 ? 100 : 0) : Math.min(100, (used / most) * 100)}%`,
            }}
          />
        </dd>
      )}
    </div>
  );
}

/** Features of the plan, and its custom lines. */
function Opened({ lines }: { lines: readonly string[] }) {
  const t = useText();
  if (lines.length === 0) return null;
  return (
    <ul
      aria-label={t("plans.subscription.features")}
      className="mt-5 flex flex-col gap-1.5 border-t border-line pt-4"
    >
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2 text-sm">
          <Icon of={Check} size="sm" className="mt-0.5 text-ok-text" />
          <span className="own-direction">{line}</span>
        </li>
      ))}
    </ul>
  );
}
