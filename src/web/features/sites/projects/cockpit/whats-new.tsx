import { CircleCheck } from "lucide-react";
import type { Project, ProjectActivity } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { groupActivity } from "./activity-groups.ts";
import { ActivityRow } from "./activity-list.tsx";
import { useLatestActivity } from "./cockpit.queries.ts";

/** Maximum number of lines at a glance; the rest is in the activity log. */
const MOST = 4;

/**
 * Other users' changes since the last page view. Nothing on the first one, and nothing while loading, to avoid a layout
 * shift.
 */
export function WhatsNew({ project, since }: { project: Project; since: string | null }) {
  const t = useText();
  const format = useFormat();
  const me = useUser()?.id;
  const latest = useLatestActivity(project.id, since !== null);
  if (since === null || latest.data === undefined) return null;
  const fresh = newsSince(latest.data, since, me);
  const groups = groupActivity(fresh, (instant) => format.date(instant, "long"));
  const ago = format.ago(since);
  if (groups.length === 0)
    return (
      <p className="mb-6 flex items-center gap-2 text-ink-muted print:hidden">
        <Icon of={CircleCheck} size="sm" className="text-ok-text" />
        {t("projects.cockpit.news.nothing", { ago })}
      </p>
    );
  const rest = groups.length - MOST;
  return (
    <Card
      title={t("projects.cockpit.news.title")}
      actions={
        <time dateTime={since} title={format.date(since, "moment")} className="pe-2 text-xs text-ink-muted">
          {t("projects.cockpit.news.since", { ago })}
        </time>
      }
      className="mb-6 print:hidden"
    >
      <ul className="-mt-1">
        {groups.slice(0, MOST).map((group) => (
          <ActivityRow key={group.entry.id} group={group} isAgo />
        ))}
      </ul>
      <p className="mt-2 flex gap-3">
        {rest > 0 && (
          <span className="text-ink-muted">{t("projects.cockpit.news.more", { count: rest })}</span>
        )}
        <Link href="#activity">{t("projects.cockpit.news.log")}</Link>
      </p>
    </Card>
  );
}

/** Other users' entries after an instant. */
export function newsSince(
  entries: readonly ProjectActivity[],
  since: string,
  me: number | undefined,
): ProjectActivity[] {
  const from = new Date(since).getTime();
  return entries.filter(
    ({ created_at, who }) => new Date(created_at).getTime() > from && who?.id_user !== me,
  );
}
