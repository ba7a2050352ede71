import type { ReactNode } from "react";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Analytics as Figures } from "./sessions.queries.ts";
import { SignInChart } from "./sign-in-chart.tsx";

/** Number of signed-in users, sign-ins over the last month, and their devices. */
export function Analytics({ figures }: { figures: Figures }) {
  const t = useText();
  return (
    <Card className="mb-8">
      <h2 className="sr-only">{t("sessions.analytics.title")}</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
        <Figure label={t("sessions.analytics.online")} value={figures.online_users} isAlive />
        <Figure label={t("sessions.analytics.users")} value={figures.active_users} />
        <Figure label={t("sessions.analytics.sessions")} value={figures.active_sessions} />
        <Figure label={t("sessions.analytics.today")} value={figures.sign_ins_today} />
        <Figure label={t("sessions.analytics.failed_today")} value={figures.failed_sign_ins_today} />
      </dl>
      <div className="mt-6 grid gap-x-10 gap-y-6 border-t border-line pt-5 lg:grid-cols-[2fr_1fr_1fr]">
        <SignInChart days={figures.by_day} />
        <Shares
          title={t("sessions.analytics.by_device")}
          shares={figures.by_device.map(({ device, sessions }) => ({
            name: t(`sessions.device.${device}`),
            sessions,
          }))}
        />
        <Shares
          title={t("sessions.analytics.by_browser")}
          shares={figures.by_browser.map(({ browser, sessions }) => ({
            name: browser === "" ? t("sessions.unknown_browser") : browser,
            sessions,
          }))}
        />
      </div>
    </Card>
  );
}

function Figure({ label, value, isAlive = false }: { label: string; value: number; isAlive?: boolean }) {
  const format = useFormat();
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="flex items-center gap-2 text-lg font-strong tabular-nums">
        {isAlive && value > 0 && <span aria-hidden className="size-2 rounded-full bg-ok" />}
        {format.number(value)}
      </dd>
    </div>
  );
}

/** Beyond these the rest is too small to be listed. */
const most = 5;

function Shares({
  title,
  shares,
}: {
  title: string;
  shares: readonly { readonly name: string; readonly sessions: number }[];
}): ReactNode {
  const format = useFormat();
  const all = shares.reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <section aria-label={title}>
      <h3 className="mb-3 text-xs font-strong text-ink-muted">{title}</h3>
      <ul className="flex flex-col gap-2.5">
        {shares.slice(0, most).map(({ name, sessions }) => (
          <li key={name}>
            <span className="flex justify-between gap-3 text-sm">
              <bdi className="truncate">{name}</bdi>
              <span className="text-ink-muted tabular-nums">{format.number(sessions)}</span>
            </span>
            <span aria-hidden className="mt-1 block h-1 rounded-full bg-press">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ inlineSize: `${(100 * sessions) / Math.max(1, all)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AnalyticsSkeleton() {
  return <Skeleton className="mb-8 h-96 w-full rounded-lg lg:h-72" />;
}
