import { CircleCheck, CircleSlash, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import type { ProjectTier } from "#contract/plans.tiers.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useMoney } from "#web/lib/money.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { useEditTier } from "../tiers.queries.ts";
import { type Measure, sizeText } from "./size-text.ts";

export interface TiersTableProps {
  tiers: readonly ProjectTier[];
  onEdit: (tier: ProjectTier) => void;
  onDelete: (tier: ProjectTier) => void;
}

/** In the order of matching. */
export function TiersTable({ tiers, onEdit, onDelete }: TiersTableProps) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  const list = {
    label: t("plans.tiers.list"),
    columns: columnsOf({ t, format, money, onEdit, onDelete }),
    rows: tiers,
    rowId: ({ id }: ProjectTier) => String(id),
  };
  return useIsMobile() ? (
    <DataList {...list} />
  ) : (
    <DataTable
      {...list}
      onOpen={(id) => {
        const tier = tiers.find((one) => String(one.id) === id);
        if (tier !== undefined) onEdit(tier);
      }}
    />
  );
}

interface Words extends Pick<TiersTableProps, "onEdit" | "onDelete"> {
  readonly t: Translate;
  readonly format: Formatter;
  readonly money: ReturnType<typeof useMoney>;
}

function columnsOf({ t, format, money, onEdit, onDelete }: Words): TableColumn<ProjectTier>[] {
  const measure = (id: Measure, label: string, minWidth: number): TableColumn<ProjectTier> => ({
    id,
    label,
    width: "1fr",
    minWidth,
    cell: (tier) => (
      <span className={tier[id] === null ? "text-ink-muted" : ""}>{sizeText(tier, id, t, format)}</span>
    ),
  });
  return [
    {
      id: "name",
      label: t("plans.tiers.name"),
      width: "2fr",
      minWidth: 160,
      cell: ({ name, project_id }) => (
        <span className="block py-1.5">
          <span className="own-direction block truncate font-strong">{name}</span>
          {project_id !== null && (
            <Link href={`/project/${project_id}`} className="block truncate text-xs">
              {t("plans.tiers.only_project", { id: project_id })}
            </Link>
          )}
        </span>
      ),
    },
    measure("area", t("plans.tiers.area"), 130),
    measure("num_buildings", t("plans.tiers.buildings"), 96),
    measure("num_floors", t("plans.tiers.floors"), 96),
    {
      id: "price",
      label: t("plans.tiers.price"),
      width: 140,
      isNumber: true,
      cell: ({ price, currency }) => (
        <bdi className="font-strong">
          {price === 0 ? t("plans.subscription.free") : money(price, currency)}
        </bdi>
      ),
    },
    {
      id: "projects",
      label: t("plans.tiers.projects"),
      width: 96,
      isNumber: true,
      cell: ({ projects }) => format.number(projects ?? 0),
    },
    {
      id: "state",
      label: t("plans.tiers.state"),
      width: 136,
      cell: ({ active }) => (
        <Chip tone={active ? "ok" : "neutral"} icon={active ? CircleCheck : CircleSlash}>
          {t(active ? "plans.tiers.on" : "plans.tiers.off")}
        </Chip>
      ),
    },
    {
      id: "menu",
      label: "",
      width: 60,
      cell: (tier) => <BandMenu tier={tier} onEdit={onEdit} onDelete={onDelete} />,
    },
  ];
}

function BandMenu({
  tier,
  onEdit,
  onDelete,
}: { tier: ProjectTier } & Pick<TiersTableProps, "onEdit" | "onDelete">) {
  const t = useText();
  const edit = useEditTier();
  const { id, name, active } = tier;
  const label = t("plans.tiers.more_of", { name });
  const toggle = () =>
    edit.mutate(
      { id, body: { active: !active } },
      {
        onError: (error) => showFailure(error, t),
      },
    );
  return (
    <Menu
      label={label}
      trigger={
        <IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="touch:size-11" />
      }
    >
      <MenuItem icon={Pencil} label={t("plans.tiers.edit")} onAction={() => onEdit(tier)} />
      <MenuItem
        icon={active ? CircleSlash : CircleCheck}
        label={t(active ? "plans.tiers.switch_off" : "plans.tiers.switch_on")}
        onAction={toggle}
      />
      <MenuItem icon={Trash2} isDestructive label={t("plans.tiers.delete")} onAction={() => onDelete(tier)} />
    </Menu>
  );
}
