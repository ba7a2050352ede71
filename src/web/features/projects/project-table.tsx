import { useRouter } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ProjectStar } from "./project-card.tsx";
import { StatusChip } from "./project-status.tsx";

export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("projects.title")}
        columns={columnsOf(t, format)}
        rows={projects}
        rowId={({ id }) => String(id)}
        onOpen={(id) => router.history.push(`/project/${id}`)}
      />
    </Card>
  );
}

const columnsOf = (t: Translate, format: Formatter): TableColumn<Project>[] => [
  {
    id: "name",
    label: t("projects.name"),
    width: "3fr",
    minWidth: 200,
    cell: (project) => (
      <span className="flex items-center gap-3 py-1.5">
        <Picture
          src={project.thumbnail}
          icon={Building2}
          className="h-9 w-18 shrink-0 rounded-sm max-md:hidden [&_svg]:size-4"
        />
        <Link href={`/project/${project.id}`} look="plain" className="own-direction truncate font-strong">
          {project.name}
        </Link>
      </span>
    ),
  },
  {
    id: "status",
    label: t("projects.status"),
    width: 180,
    cell: (project) => <StatusChip status={project.status} />,
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
    id: "rooms",
    label: t("projects.rooms_column"),
    isNumber: true,
    width: 90,
    cell: ({ room_count }) => format.number(room_count),
  },
  {
    id: "last_visit",
    label: t("projects.last_visit"),
    width: 140,
    cell: ({ last_visit_date }) => (last_visit_date === null ? "" : format.date(last_visit_date)),
  },
  {
    id: "star",
    label: t("projects.starred"),
    width: 100,
    cell: (project) => <ProjectStar project={project} />,
  },
];
