import { useRouter } from "@tanstack/react-router";
import { Cctv } from "lucide-react";
import type { Camera } from "#contract/cctv.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { Selection } from "#web/lib/selection.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { pageOf, pictureOf } from "./camera-looks.ts";
import { CameraMenu } from "./camera-menu.tsx";
import { StateMark } from "./state-mark.tsx";

export interface CameraTableProps {
  cameras: readonly Camera[];
  selection: Selection;
  onEdit: (camera: Camera) => void;
}

export function CameraTable({ cameras, selection, onEdit }: CameraTableProps) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("cctv.title")}
        columns={columnsOf(t, format, onEdit)}
        rows={cameras}
        rowId={({ id }) => String(id)}
        selection={{
          selected: new Set([...selection.ids].map(String)),
          onSelect: (ids) => selection.replace([...ids].map(Number)),
        }}
        onOpen={(id) => router.history.push(pageOf({ id: Number(id) }))}
      />
    </Card>
  );
}

const columnsOf = (
  t: Translate,
  format: Formatter,
  onEdit: CameraTableProps["onEdit"],
): TableColumn<Camera>[] => [
  {
    id: "name",
    label: t("cctv.columns.name"),
    width: "3fr",
    minWidth: 210,
    cell: (camera) => (
      <span className="flex items-center gap-3 py-1.5">
        <Picture
          src={pictureOf(camera)}
          icon={Cctv}
          className="h-9 w-16 shrink-0 rounded-sm max-md:hidden [&_svg]:size-4"
        />
        <Link href={pageOf(camera)} look="plain" className="hit-line own-direction truncate font-strong">
          {camera.name}
        </Link>
      </span>
    ),
  },
  {
    id: "state",
    label: t("cctv.columns.state"),
    width: 200,
    cell: (camera) => <StateMark camera={camera} />,
  },
  {
    id: "project",
    label: t("cctv.columns.project"),
    width: "2fr",
    minWidth: 140,
    cell: ({ project }) => <bdi>{project}</bdi>,
  },
  {
    id: "location",
    label: t("cctv.columns.location"),
    width: "2fr",
    minWidth: 140,
    cell: ({ location }) => <bdi>{location}</bdi>,
  },
  {
    id: "last_seen",
    label: t("cctv.columns.last_seen"),
    width: 170,
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? (
        "–"
      ) : (
        <time dateTime={last_seen_at}>{format.date(last_seen_at, "moment")}</time>
      ),
  },
  {
    id: "uptime",
    label: t("cctv.columns.uptime"),
    isNumber: true,
    width: 100,
    cell: ({ uptime }) => (uptime === null ? "–" : format.percent(uptime)),
  },
  {
    id: "actions",
    label: t("cctv.starred"),
    width: 120,
    cell: (camera) => (
      <span className="flex items-center justify-end gap-1">
        <Star of="cameras" id={camera.id} name={camera.name} isStarred={camera.starred} />
        <CameraMenu camera={camera} onEdit={onEdit} />
      </span>
    ),
  },
];
