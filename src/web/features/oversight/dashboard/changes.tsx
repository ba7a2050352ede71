import { Building2, CircleCheck } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Changes } from "./dashboard.queries.ts";
import { Part } from "./part.tsx";
import type { ActivityGroup, DashboardParts } from "./parts.ts";

/** Maximum number of sentences per project, and of projects, for quick reading. */
const most = { lines: 3, projects: 4 };

interface ChangesPartProps {
  changes: Changes;
  projects: readonly Project[];
  parts: Pick<DashboardParts, "groupActivity" | "activitySentence">;
}

/** Other users' changes since the last visit to the dashboard, by project, the newest first. */
export function ChangesPart({ changes: { since, total, items }, projects, parts }: ChangesPartProps) {
  const t = useText();
  const format = useFormat();
  const ago = since === null ? "" : format.ago(since);
  if (items.length === 0)
    return (
      <p className="flex items-start gap-2.5 text-ink-muted">
        <Icon of={CircleCheck} size="sm" className="mt-0.5 text-ok-text" />
        {since === null
          ? t("dashboard.changes_none_first")
          : isJustNow(since)
            ? t("dashboard.changes_none_now")
            : t("dashboard.changes_none", { ago })}
      </p>
    );
  const byProject = [...Map.groupBy(items, ({ id_project }) => id_project)];
  const shown = byProject.slice(0, most.projects);
  const elsewhere = total - shown.reduce((sum, [, entries]) => sum + entries.length, 0);
  return (
    <Part
      id="changes"
      title={t("dashboard.changes")}
      note={
        since === null ? (
          t("dashboard.changes_first")
        ) : (
          <time dateTime={since} title={format.date(since, "moment")}>
            {t("dashboard.changes_since", { ago })}
          </time>
        )
      }
    >
      <ul className="overflow-hidden rounded-lg bg-surface ring-1 ring-line">
        {shown.map(([id, entries]) => (
          <ProjectChanges
            key={id}
            id={id}
            name={entries[0]?.project_name ?? ""}
            cover={projects.find((project) => project.id === id)?.cover_card ?? null}
            groups={parts.groupActivity(entries, (instant) => format.date(instant, "long"))}
            sentence={(group) => parts.activitySentence(group, t)}
          />
        ))}
      </ul>
      {elsewhere > 0 && (
        <p className="mt-3 text-ink-muted">{t("dashboard.changes_elsewhere", { count: elsewhere })}</p>
      )}
    </Part>
  );
}

/** Under a minute there is no relative time. */
const isJustNow = (since: string) => Date.now() - Date.parse(since) < 60_000;

interface ProjectChangesProps {
  id: number;
  name: string;
  cover: string | null;
  groups: readonly ActivityGroup[];
  sentence: (group: ActivityGroup) => string;
}

function ProjectChanges({ id, name, cover, groups, sentence }: ProjectChangesProps) {
  const t = useText();
  const format = useFormat();
  const rest = groups.length - most.lines;
  return (
    <li className="flex gap-4 border-line p-4 not-first:border-t">
      <Picture
        src={cover}
        icon={Building2}
        className="h-16 w-24 shrink-0 rounded-md max-sm:hidden [&_svg]:size-6"
      />
      <div className="min-w-0 flex-1">
        <h3 className="own-direction mb-1.5 truncate font-strong">
          <Link href={`/project/${id}`} look="plain" className="rounded-sm hover:underline">
            {name}
          </Link>
        </h3>
        <ul className="flex flex-col gap-2.5">
          {groups.slice(0, most.lines).map((group) => (
            <li key={group.entry.id} className="flex items-start gap-2.5">
              <Avatar
                name={group.entry.who?.name ?? "?"}
                picture={group.entry.who?.avatar ?? null}
                size="sm"
                className="-my-1"
              />
              <p className="min-w-0 flex-1 break-words">{sentence(group)}</p>
              <time
                dateTime={group.entry.created_at}
                title={format.date(group.entry.created_at, "moment")}
                className="shrink-0 text-xs leading-5 text-ink-muted rtl:leading-6"
              >
                {format.ago(group.entry.created_at)}
              </time>
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <p className="mt-2">
            <Link href={`/project/${id}#activity`}>{t("dashboard.changes_more", { count: rest })}</Link>
          </p>
        )}
      </div>
    </li>
  );
}

export function ChangesSkeleton() {
  return (
    <div className="flex gap-4 rounded-lg bg-surface p-4 ring-1 ring-line">
      <Skeleton className="h-16 w-24 shrink-0 rounded-md max-sm:hidden" />
      <span className="flex flex-1 flex-col gap-3 py-1">
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-1/2" />
      </span>
    </div>
  );
}
