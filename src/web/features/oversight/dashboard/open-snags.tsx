import { CircleCheck, Plus } from "lucide-react";
import type { SnagStatus } from "#contract/choices.ts";
import { startCreation } from "#web/lib/creation.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Glance } from "./dashboard.queries.ts";
import { Part } from "./part.tsx";
import type { DashboardParts } from "./parts.ts";

type Snags = Glance["snags"];
type Mark = DashboardParts["SnagMark"];

const panel = "rounded-lg bg-surface ring-1 ring-line";
const notClosed = "open,in_work,ready,disputed";

/** Open snags: overdue ones first, each with a link to its position. */
export function OpenSnags({ snags, mark, mayAdd }: { snags: Snags; mark: Mark; mayAdd: boolean }) {
  const t = useText();
  const format = useFormat();
  if (snags.open === 0)
    return (
      <Part id="open-snags" title={t("dashboard.snags")}>
        <div className={cx(panel, "flex items-start gap-3 p-4")}>
          <Icon of={CircleCheck} className="mt-0.5 text-ok-text" />
          <div>
            <p className="font-strong">{t("dashboard.no_snags")}</p>
            {mayAdd && (
              <>
                <p className="mt-0.5 text-ink-muted">{t("dashboard.no_snags_text")}</p>
                <CreateButton
                  begins="snag"
                  size="sm"
                  icon={Plus}
                  className="mt-3"
                  onPress={() => startCreation({ kind: "snag" })}
                >
                  {t("dashboard.new_snag")}
                </CreateButton>
              </>
            )}
          </div>
        </div>
      </Part>
    );
  return (
    <Part
      id="open-snags"
      title={t("dashboard.snags")}
      note={<span className="tabular-nums">{format.number(snags.open)}</span>}
      more={<Link href="/snags">{t("dashboard.all_snags")}</Link>}
    >
      <div className={panel}>
        <Counts snags={snags} />
        <ul className="px-1.5 pb-1.5">
          {snags.items.map((snag) => (
            <SnagLine key={snag.id} snag={snag} mark={mark} />
          ))}
        </ul>
      </div>
    </Part>
  );
}

/** Figures that link to their lists; zeroes are omitted. */
function Counts({ snags }: { snags: Snags }) {
  const t = useText();
  const figures = [
    { key: "overdue", count: snags.overdue, href: "/snags?overdue=1", isBad: true },
    {
      key: "critical",
      count: snags.critical,
      href: `/snags?priority=critical&status=${notClosed}`,
      isBad: false,
    },
    { key: "mine", count: snags.mine, href: `/snags?mine=1&status=${notClosed}`, isBad: false },
  ] as const;
  const told = figures.filter(({ count }) => count > 0);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-3.5 pb-2 empty:pb-0">
      {told.map(({ key, count, href, isBad }) => (
        <Link
          key={key}
          href={href}
          look="plain"
          className={cx(
            "hit-area rounded-sm tabular-nums underline-offset-3 hover:underline",
            isBad ? "font-strong text-bad-text" : "text-ink-muted",
          )}
        >
          {t(`dashboard.${key}`, { count })}
        </Link>
      ))}
      {snags.due_soon > 0 && (
        <span className="text-ink-muted tabular-nums">
          {t("dashboard.due_soon", { count: snags.due_soon })}
        </span>
      )}
    </p>
  );
}

function SnagLine({ snag, mark: SnagMark }: { snag: Snags["items"][number]; mark: Mark }) {
  const format = useFormat();
  return (
    <li>
      <Link
        href={`/snags/${snag.id}?id_project=${snag.id_project}`}
        look="plain"
        className="flex items-start gap-3 rounded-md px-2.5 py-2.5 transition-colors hover:bg-hover"
      >
        <SnagMark status={snag.status as SnagStatus} className="mt-px" />
        <span className="min-w-0 flex-1">
          <span className="own-direction block truncate font-strong">{snag.title}</span>
          <span className="flex flex-wrap gap-x-2 text-ink-muted">
            <span className="flex min-w-0 gap-1">
              <span className="shrink-0">
                <bdi>#{format.number(snag.number)}</bdi> ·
              </span>
              <span className="own-direction truncate">{snag.project_name}</span>
            </span>
            {snag.due_date !== null && <Due day={snag.due_date} late={snag.days_late ?? 0} />}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** How overdue, as text; else the due date. `late` are days by the calendar of the project, not of the reader. */
function Due({ day, late }: { day: string; late: number }) {
  const t = useText();
  const format = useFormat();
  const text =
    late > 0
      ? t("dashboard.days_late", { count: late })
      : late === 0
        ? t("dashboard.due_today")
        : t("dashboard.due", { date: format.date(dayOf(day), "day") });
  return (
    <time
      dateTime={day}
      title={format.date(dayOf(day), "long")}
      className={cx(
        "whitespace-nowrap",
        late > 0 && "font-strong text-bad-text",
        late === 0 && "text-warn-text",
      )}
    >
      {text}
    </time>
  );
}

export function SnagsSkeleton() {
  return (
    <div className={cx(panel, "flex flex-col gap-4 p-4")}>
      <Skeleton className="h-4 w-2/5" />
      {["w-4/5", "w-3/5", "w-2/3"].map((width) => (
        <span key={width} className="flex gap-3">
          <Skeleton className="size-4.5 rounded-full" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3.5 w-1/2" />
          </span>
        </span>
      ))}
    </div>
  );
}
