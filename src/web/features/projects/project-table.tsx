import { useRouter } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { useRef } from "react";
import type { Project } from "#contract/projects.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { Selection } from "./list/selection.ts";
import { ProjectStar } from "./project-card.tsx";
import { PublicMark, StandingChips, StatusChip } from "./project-status.tsx";

export function ProjectTable({
  projects,
  selection,
}: {
  projects: readonly Project[];
  selection: Selection;
}) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  const isRange = useRef(false);

  /** The table tells what is chosen by now; with Shift held, everything up to the one that changed goes with it. */
  function choose(next: ReadonlySet<string>): void {
    const ids = new Set([...next].map(Number));
    const changed = [...ids, ...selection.ids].filter((id) => ids.has(id) !== selection.ids.has(id));
    const [only] = changed;
    if (changed.length !== 1 || only === undefined) return selection.replace(ids);
    selection.toggle(only, ids.has(only), isRange.current);
  }

  return (
    <Card isPadded={false}>
      {/* Only listens: the keys and clicks are the table's own. */}
      <div
        role="presentation"
        onPointerDownCapture={({ shiftKey }) => {
          isRange.current = shiftKey;
        }}
        onKeyDownCapture={({ shiftKey }) => {
          isRange.current = shiftKey;
        }}
      >
        <DataTable
          label={t("projects.title")}
          columns={columnsOf(t, format)}
          rows={projects}
          rowId={({ id }) => String(id)}
          selection={{ selected: new Set([...selection.ids].map(String)), onSelect: choose }}
          onOpen={(id) => router.history.push(`/project/${id}`)}
        />
      </div>
    </Card>
  );
}

const columnsOf = (t: Translate, format: Formatter): TableColumn<Project>[] => [
  {
    id: "name",
    label: t("projects.name"),
    width: "3fr",
    minWidth: 220,
    cell: (project) => (
      <span className="flex items-center gap-3 py-1.5">
        <Picture
          src={project.thumbnail}
          icon={Building2}
          className="h-9 w-18 shrink-0 rounded-sm max-md:hidden [&_svg]:size-4"
        />
        <span className="min-w-0">
          <Link
            href={`/project/${project.id}`}
            look="plain"
            className="own-direction block truncate font-strong"
          >
            {project.name}
          </Link>
          {project.type !== null && (
            <bdi className="block truncate text-xs text-ink-muted">{project.type.name}</bdi>
          )}
        </span>
      </span>
    ),
  },
  {
    id: "status",
    label: t("projects.status"),
    width: "2fr",
    minWidth: 190,
    cell: (project) => (
      <span className="flex flex-wrap gap-1.5 py-1">
        <StatusChip status={project.status} />
        <StandingChips project={project} />
        <PublicMark project={project} />
      </span>
    ),
  },
  {
    id: "location",
    label: t("projects.location"),
    width: "2fr",
    minWidth: 160,
    cell: ({ location }) => <bdi>{location}</bdi>,
  },
  {
    id: "visits",
    label: t("projects.visits_column"),
    isNumber: true,
    width: 90,
    cell: ({ visit_count }) => format.number(visit_count),
  },
  {
    id: "members",
    label: t("projects.members_column"),
    isNumber: true,
    width: 90,
    cell: ({ member_count }) => format.number(member_count),
  },
  {
    id: "last_visit",
    label: t("projects.last_visit"),
    width: 130,
    cell: ({ last_visit_date }) => (last_visit_date === null ? "" : format.date(last_visit_date)),
  },
  {
    id: "star",
    label: t("projects.starred"),
    width: 90,
    cell: (project) => <ProjectStar project={project} />,
  },
];
