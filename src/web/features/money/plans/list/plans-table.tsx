import { useRouter } from "@tanstack/react-router";
import { EllipsisVertical, Eye, EyeOff, Pencil, Trash2 } from "lucide-react";
import { planLimits } from "#contract/plans.limits.ts";
import type { Plan } from "#contract/plans.ts";
import { useFormat } from "#web/lib/format.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useMoney } from "#web/lib/money.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { DefaultChip, OfferChip, OnRequestChip } from "../plan-marks.tsx";
import { useSwitchedToast } from "../use-switched-toast.ts";

export interface PlansTableProps {
  plans: readonly Plan[];
  selection: Selection;
  onDelete: (plan: Plan) => void;
}

export function PlansTable({ plans, selection, onDelete }: PlansTableProps) {
  const t = useText();
  const router = useRouter();
  const list = {
    label: t("plans.title"),
    columns: useColumns(onDelete),
    rows: plans,
    rowId: ({ id }: Plan) => String(id),
    selection: {
      selected: new Set([...selection.ids].map(String)),
      onSelect: (ids: Set<string>) => selection.replace([...ids].map(Number)),
    },
  };
  return useIsMobile() ? (
    <DataList {...list} />
  ) : (
    <DataTable {...list} onOpen={(id) => router.history.push(`/editplan/${id}`)} />
  );
}

function useColumns(onDelete: PlansTableProps["onDelete"]): TableColumn<Plan>[] {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  return [
    {
      id: "name",
      label: t("plans.name"),
      width: "3fr",
      minWidth: 220,
      namesRow: true,
      cell: ({ id, name, is_default, needs_approval }) => (
        <span className="flex flex-wrap items-center gap-2 py-1.5">
          <Link href={`/editplan/${id}`} look="plain" className="hit-line own-direction truncate font-strong">
            {name}
          </Link>
          {is_default && <DefaultChip />}
          {needs_approval && <OnRequestChip />}
        </span>
      ),
    },
    {
      id: "price",
      label: t("plans.price"),
      width: "2fr",
      minWidth: 150,
      cell: ({ price, currency, interval }) =>
        price === 0 ? (
          t("plans.subscription.free")
        ) : (
          <>
            <bdi className="font-strong tabular-nums">{money(price, currency)}</bdi>{" "}
            <span className="text-ink-muted">{t(`plans.every.${interval}`)}</span>
          </>
        ),
    },
    {
      id: "limits",
      label: t("plans.limits"),
      width: "3fr",
      minWidth: 240,
      cell: (plan) => <Limits plan={plan} />,
    },
    {
      id: "subscribers",
      label: t("plans.subscribers"),
      width: 120,
      isNumber: true,
      cell: ({ subscribers }) => format.number(subscribers ?? 0),
    },
    { id: "state", label: t("plans.state"), width: 150, cell: ({ active }) => <OfferChip active={active} /> },
    { id: "menu", label: "", width: 60, cell: (plan) => <PlanMenu plan={plan} onDelete={onDelete} /> },
  ];
}

/** Totals first: they say most in the fewest words. */
const shortest = planLimits.toSorted((a, b) => Number(a.endsWith("_month")) - Number(b.endsWith("_month")));

/** The first of its limits; the card shows all. */
function Limits({ plan }: { plan: Plan }) {
  const t = useText();
  const format = useFormat();
  const limited = shortest.filter((limit) => plan[limit] !== null).slice(0, 2);
  if (limited.length === 0) return <span className="text-ink-muted">{t("plans.unlimited_all")}</span>;
  return (
    <span className="text-ink-muted">
      {limited
        .map((limit) => `${t(`plans.subscription.limits.${limit}`)}: ${format.number(plan[limit] ?? 0)}`)
        .join(" · ")}
    </span>
  );
}

function PlanMenu({ plan, onDelete }: { plan: Plan; onDelete: (plan: Plan) => void }) {
  const t = useText();
  const router = useRouter();
  const { switchPlans } = useSwitchedToast();
  const label = t("plans.more_of", { name: plan.name });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="touch:size-11" />
      }
    >
      <MenuItem
        icon={Pencil}
        label={t("plans.edit_named")}
        onAction={() => router.history.push(`/editplan/${plan.id}`)}
      />
      <MenuItem
        icon={plan.active ? EyeOff : Eye}
        label={t(plan.active ? "plans.switch_off" : "plans.switch_on")}
        onAction={() => void switchPlans([plan], !plan.active)}
      />
      <MenuItem icon={Trash2} isDestructive label={t("plans.delete")} onAction={() => onDelete(plan)} />
    </Menu>
  );
}
