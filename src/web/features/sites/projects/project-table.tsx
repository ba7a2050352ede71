import { useRouter } from "@tanstack/react-router";
import { Building2, Star as StarIcon } from "lucide-react";
import { useRef } from "react";
import type { Project } from "#contract/projects.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { Selection } from "#web/lib/selection.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { StatusChip } from "./project-status.tsx";

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

  /** The table reports its new selection; with Shift held, the range up to the changed row is included. */
  function choose(next: ReadonlySet<string>): void {
    const ids = new Set([...next].map(Number));
    const changed = [...ids, ...selection.ids].filter((id) => ids.has(id) !== selection.ids.has(id));
    const [only] = changed;
    if (changed.length !== 1 || only === undefined) return selection.replace(ids);
    selection.toggle(only, ids.has(only), isRange.current);
  }

  return (
    <Card isPadded={false}>
      {/* Only a listener: keys and clicks are handled by the table. */}
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

/** Type and special facts of the project, in one line. */
function Facts({ project }: { project: Project }) {
  const t = useText();
  const { type, active, validated, is_public } = project;
  const facts = [
    type !== null && <bdi key="type">{type.name}</bdi>,
    !active && <span key="active">{t("projects.inactive")}</span>,
    !validated && (
      <span key="validated" className="text-warn-text">
        {t("projects.not_validated")}
      </span>
    ),
    is_public && <span key="public">{t("projects.public")}</span>,
  ].filter((fact) => fact !== false);
  return (
    <span className="flex truncate text-xs text-ink-muted *:not-first:before:mx-1.5 *:not-first:before:content-['·']">
      {facts}
    </span>
  );
}

const columnsOf = (t: Translate, format: Formatter): TableColumn<Project>[] => [
  {
    id: "name",
    label: t("projects.name"),
    width: "4fr",
    minWidth: 260,
    cell: (project) => (
      <span className="flex items-center gap-3 py-1.5">
        <Picture
          src={project.thumbnail}
          icon={Building2}
          className="h-8 w-14 shrink-0 rounded-sm max-md:hidden [&_svg]:size-4"
        />
        <span className="min-w-0">
          <Link
            href={`/project/${project.id}`}
            look="plain"
            className="hit-line own-direction block truncate font-strong"
          >
            {project.name}
          </Link>
          <Facts project={project} />
        </span>
      </span>
    ),
  },
  {
    id: "status",
    label: t("projects.status"),
    width: 170,
    cell: (project) => <StatusChip status={project.status} />,
  },
  {
    id: "location",
    label: t("projects.location"),
    width: "2fr",
    minWidth: 140,
    cell: ({ location }) => <span className="own-direction block truncate">{location}</span>,
  },
  {
    id: "visits",
    label: t("projects.visits_column"),
    isNumber: true,
    width: 76,
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
    width: 126,
    cell: ({ last_visit_date }) => (last_visit_date === null ? "" : format.date(last_visit_date)),
  },
  {
    id: "star",
    label: t("projects.starred"),
    icon: StarIcon,
    width: 64,
    cell: (project) => <Star of="projects" id={project.id} name={project.name} isStarred={project.starred} />,
  },
];
