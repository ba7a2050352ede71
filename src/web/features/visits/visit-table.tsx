import { useRouter } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import type { VisitRow } from "#contract/visits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { VisitStar } from "./visit-card.tsx";

export function VisitTable({ visits }: { visits: readonly VisitRow[] }) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  const columns: TableColumn<VisitRow>[] = [
    {
      id: "name",
      label: t("visits.name"),
      width: "3fr",
      cell: (visit) => (
        <span className="flex min-w-48 items-center gap-3 py-1.5">
          <Picture
            src={visit.thumbnail}
            icon={Camera}
            className="h-9 w-18 shrink-0 rounded-sm [&_svg]:size-4"
          />
          <Link href={`/editvisit/${visit.id}`} look="plain" className="truncate font-strong">
            {visit.name}
          </Link>
        </span>
      ),
    },
    { id: "project", label: t("visits.project"), width: "2fr", cell: ({ project }) => project },
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
    { id: "author", label: t("visits.author"), width: "1fr", cell: ({ author }) => <bdi>{author}</bdi> },
    { id: "star", label: t("visits.starred"), width: 100, cell: (visit) => <VisitStar visit={visit} /> },
  ];
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("visits.title")}
        columns={columns}
        rows={visits}
        rowId={({ id }) => String(id)}
        onOpen={(id) => router.history.push(`/editvisit/${id}`)}
      />
    </Card>
  );
}
