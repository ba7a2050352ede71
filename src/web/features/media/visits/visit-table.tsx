import { useRouter } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import type { VisitRow } from "#contract/visits.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";

export function VisitTable({ visits }: { visits: readonly VisitRow[] }) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("visits.title")}
        columns={columnsOf(t, format)}
        rows={visits}
        rowId={({ id }) => String(id)}
        onOpen={(id) => router.history.push(`/editvisit/${id}`)}
      />
    </Card>
  );
}

const columnsOf = (t: Translate, format: Formatter): TableColumn<VisitRow>[] => [
  {
    id: "name",
    label: t("visits.name"),
    width: "3fr",
    minWidth: 200,
    cell: (visit) => (
      <span className="flex items-center gap-3 py-1.5">
        <Picture
          src={visit.thumbnail}
          icon={Camera}
          className="h-9 w-18 shrink-0 rounded-sm max-md:hidden [&_svg]:size-4"
        />
        <Link
          href={`/editvisit/${visit.id}`}
          look="plain"
          className="hit-line own-direction truncate font-strong"
        >
          {visit.name}
        </Link>
      </span>
    ),
  },
  {
    id: "project",
    label: t("visits.project"),
    width: "2fr",
    minWidth: 150,
    cell: ({ project }) => <bdi>{project}</bdi>,
  },
  {
    id: "date",
    label: t("visits.date"),
    width: 190,
    cell: ({ visit_date }) => <time dateTime={visit_date}>{format.date(visit_date, "moment")}</time>,
  },
  {
    id: "rooms",
    label: t("visits.rooms_column"),
    isNumber: true,
    width: 90,
    cell: ({ room_count }) => format.number(room_count),
  },
  {
    id: "author",
    label: t("visits.author"),
    width: "1fr",
    minWidth: 130,
    cell: ({ author }) => <bdi>{author}</bdi>,
  },
  {
    id: "star",
    label: t("visits.starred"),
    width: 100,
    cell: ({ id, name, starred }) => <Star of="visits" id={id} name={name} isStarred={starred} />,
  },
];
