import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { useQuota } from "#web/shell/quota/use-quota.ts";
import { cx } from "#web/ui/classes.ts";
import { Link } from "#web/ui/link.tsx";
import type { Glance } from "./dashboard.queries.ts";
import { Part } from "./part.tsx";

interface Bar {
  readonly name: TextKey;
  readonly used: number | undefined;
  readonly limit: number | null;
}

/** Usage of the subscription plan; null without a plan, where nothing is limited. */
export function PlanPart() {
  const t = useText();
  const user = useSignedInUser();
  const { plan_info: plan, user_stats: stats } = user;
  const hasPlan = plan.id_plan !== null;
  const cameras = useQuota("camera", null, hasPlan && plan.n_cameras !== null).quota?.used;
  const channels = useQuota("channel", null, hasPlan && plan.n_channels !== null).quota?.used;
  if (!hasPlan) return null;
  const bars: readonly Bar[] = [
    { name: "dashboard.quota_projects", used: stats.count_projects, limit: plan.n_projects },
    {
      name: "dashboard.quota_projects_month",
      used: stats.count_projects_month,
      limit: plan.n_projects_month,
    },
    { name: "dashboard.quota_visits", used: stats.count_virtual_tours, limit: plan.n_virtual_tours },
    {
      name: "dashboard.quota_visits_month",
      used: stats.count_virtual_tours_month,
      limit: plan.n_virtual_tours_month,
    },
    { name: "dashboard.quota_videos", used: stats.count_video_uploads, limit: plan.n_video_uploads },
    {
      name: "dashboard.quota_videos_month",
      used: stats.count_video_uploads_month,
      limit: plan.n_video_uploads_month,
    },
    { name: "dashboard.quota_cameras", used: cameras, limit: plan.n_cameras },
    { name: "dashboard.quota_channels", used: channels, limit: plan.n_channels },
  ];
  const limited = bars.filter(({ used, limit }) => limit !== null && used !== undefined);
  return (
    <Part
      id="plan"
      title={t("dashboard.plan")}
      note={<bdi>{plan.name}</bdi>}
      more={<Link href="/changeplan">{t("dashboard.change_plan")}</Link>}
    >
      <div className="rounded-lg bg-surface p-4 ring-1 ring-line">
        {limited.length === 0 ? (
          <p className="text-ink-muted">{t("dashboard.unlimited")}</p>
        ) : (
          <ul className="flex flex-col gap-3.5">
            {limited.map(({ name, used = 0, limit }) => (
              <QuotaBar key={name} name={t(name)} used={used} limit={limit ?? 0} />
            ))}
          </ul>
        )}
      </div>
    </Part>
  );
}

function QuotaBar({ name, used, limit }: { name: string; used: number; limit: number }) {
  const t = useText();
  const format = useFormat();
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const isFull = used >= limit;
  return (
    <li>
      <p className="mb-1.5 flex justify-between gap-3">
        <span className="truncate">{name}</span>
        <span className={cx("tabular-nums", isFull ? "font-strong text-bad-text" : "text-ink-muted")}>
          {t("dashboard.used_of", { used: format.number(used), limit: format.number(limit) })}
          {isFull && <span className="sr-only"> {t("dashboard.quota_reached", { name })}</span>}
        </span>
      </p>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-press">
        <span
          className={cx(
            "block h-full rounded-full",
            isFull ? "bg-bad" : share >= 0.9 ? "bg-warn" : "bg-accent",
            used > 0 && "min-w-1.5",
          )}
          style={{ inlineSize: `${share * 100}%` }}
        />
      </span>
    </li>
  );
}

/** Storage of the user's projects, and for administrators the free space on the server. */
export function StoragePart({ storage: { used, free } }: { storage: Glance["storage"] }) {
  const t = useText();
  const format = useFormat();
  return (
    <Part id="storage" title={t("dashboard.storage")}>
      <div className="rounded-lg bg-surface p-4 ring-1 ring-line">
        <p>
          {used === null
            ? t("dashboard.storage_summed")
            : used === 0
              ? t("dashboard.storage_none")
              : t("dashboard.storage_used", { bytes: format.bytes(used) })}
        </p>
        {free !== null && (
          <p className="mt-0.5 text-ink-muted">
            {t("dashboard.storage_free", { bytes: format.bytes(free) })}
          </p>
        )}
      </div>
    </Part>
  );
}
