import type { ProjectActivity } from "#contract/projects.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { type ActivityGroup, groupActivity } from "./activity-groups.ts";
import { activityNote, activitySentence } from "./activity-text.ts";

/** The actions by day, newest first. */
export function ActivityDays({ entries }: { entries: readonly ProjectActivity[] }) {
  const t = useText();
  const format = useFormat();
  const dayOf = (instant: string) => format.date(instant, "long");
  const days = Map.groupBy(groupActivity(entries, dayOf), ({ entry }) => dayOf(entry.created_at));
  return (
    <div className="flex flex-col gap-4">
      {[...days].map(([day, groups]) => (
        <section key={day}>
          <h3 className="mb-1 text-xs text-ink-muted">{dayName(day, format, t)}</h3>
          <ul>
            {groups.map((group) => (
              <ActivityRow key={group.entry.id} group={group} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const DAY = 86_400_000;

function dayName(day: string, format: Formatter, t: Translate): string {
  const now = Date.now();
  if (day === format.date(new Date(now), "long")) return t("projects.cockpit.activity.today");
  if (day === format.date(new Date(now - DAY), "long")) return t("projects.cockpit.activity.yesterday");
  return day;
}

/** One action. `isAgo`: with relative time, for lists that are not grouped by day. */
export function ActivityRow({ group, isAgo = false }: { group: ActivityGroup; isAgo?: boolean }) {
  const t = useText();
  const format = useFormat();
  const { who, created_at } = group.entry;
  const note = activityNote(group, t, format.list);
  return (
    <li className="flex items-start gap-3 py-2">
      <Avatar name={who?.name ?? "?"} picture={who?.avatar ?? null} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="pt-1 break-words rtl:pt-0.5">{activitySentence(group, t)}</p>
        {note !== "" && <p className="text-xs text-ink-muted">{note}</p>}
      </div>
      <time
        dateTime={created_at}
        title={format.date(created_at, "moment")}
        className="shrink-0 pt-1 text-xs leading-5 text-ink-muted rtl:leading-6"
      >
        {isAgo ? format.ago(created_at) : format.date(created_at, "time")}
      </time>
    </li>
  );
}
