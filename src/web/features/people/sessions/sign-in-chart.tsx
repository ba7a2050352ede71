import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import type { Analytics } from "./sessions.queries.ts";

type Days = Analytics["by_day"];

/** A bar per day, the failed sign-ins on top; also as a table for users who cannot see it. */
export function SignInChart({ days }: { days: Days }) {
  const t = useText();
  const format = useFormat();
  // At noon, so that the UTC day is the same day in the user's time zone.
  const dateOf = (day: string) => format.date(`${day}T12:00:00Z`);
  const highest = Math.max(1, ...days.map(({ sign_ins, failed }) => sign_ins + failed));
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted">
        <span className="font-strong">{t("sessions.analytics.chart")}</span>
        <Key className="bg-accent">{t("sessions.analytics.sign_ins")}</Key>
        <Key className="bg-bad">{t("sessions.analytics.failed")}</Key>
      </figcaption>
      <div aria-hidden className="relative">
        <span className="absolute end-0 -top-4 text-xs text-ink-faint tabular-nums">
          {format.number(highest)}
        </span>
        <div className="flex h-32 items-end gap-px border-y border-line sm:gap-1">
          {days.map(({ day, sign_ins, failed }) => (
            <span
              key={day}
              title={t("sessions.analytics.day_summary", { date: dateOf(day), count: sign_ins, failed })}
              className="flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-hover"
            >
              <Bar share={failed / highest} className="rounded-t-sm bg-bad" />
              <Bar
                share={sign_ins / highest}
                className={failed > 0 ? "bg-accent" : "rounded-t-sm bg-accent"}
              />
            </span>
          ))}
        </div>
        <span className="mt-1 flex justify-between text-xs text-ink-faint">
          <span>{first && dateOf(first.day)}</span>
          <span>{last && dateOf(last.day)}</span>
        </span>
      </div>
      {/* Around the table: rows keep a table itself as tall as they are. */}
      <div className="sr-only">
        <table>
          <caption>{t("sessions.analytics.chart")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("sessions.analytics.day")}</th>
              <th scope="col">{t("sessions.analytics.sign_ins")}</th>
              <th scope="col">{t("sessions.analytics.failed")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, sign_ins, failed }) => (
              <tr key={day}>
                <th scope="row">{dateOf(day)}</th>
                <td>{format.number(sign_ins)}</td>
                <td>{format.number(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Keeps a visible minimum thickness for any value above zero. */
function Bar({ share, className }: { share: number; className: string }) {
  if (share === 0) return null;
  return <span className={className} style={{ blockSize: `max(2px, ${share * 100}%)` }} />;
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2 rounded-full ${className}`} />
      {children}
    </span>
  );
}
