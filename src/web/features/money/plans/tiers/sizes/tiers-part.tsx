import { Plus, Ruler } from "lucide-react";
import { useState } from "react";
import type { ProjectTier } from "#contract/plans.tiers.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { Loaded } from "#web/shell/list/loaded.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { useDeleteTier, useTiers } from "../tiers.queries.ts";
import { SizeCheck } from "./size-check.tsx";
import { TierDialog } from "./tier-dialog.tsx";
import { TiersTable } from "./tiers-table.tsx";

/** The open dialog: a size tier to create, change or delete. */
type Open =
  | { readonly what: "edit"; readonly tier: ProjectTier | null }
  | { what: "delete"; tier: ProjectTier };

export function TiersPart() {
  const t = useText();
  const tiers = useTiers();
  const remove = useDeleteTier();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const make = (
    <Button variant="primary" icon={Plus} onPress={() => setOpen({ what: "edit", tier: null })}>
      {t("plans.tiers.new")}
    </Button>
  );
  return (
    <>
      <Loaded query={tiers} screen="tiers" waiting={<RowsSkeleton count={6} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={Ruler}
              title={t("plans.tiers.none_title")}
              text={t("plans.tiers.none_text")}
              action={make}
            />
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
                <p className="max-w-160 text-ink-muted">{t("plans.tiers.order")}</p>
                {make}
              </div>
              <Card isPadded={false}>
                <TiersTable
                  tiers={all}
                  onEdit={(tier) => setOpen({ what: "edit", tier })}
                  onDelete={(tier) => setOpen({ what: "delete", tier })}
                />
              </Card>
              <SizeCheck />
            </>
          )
        }
      </Loaded>
      {open?.what === "edit" && <TierDialog tier={open.tier} onClose={close} />}
      {open?.what === "delete" && (
        <DeleteDialog
          title={t("plans.tiers.delete_title", { name: open.tier.name })}
          confirmLabel={t("plans.tiers.delete")}
          done={t("plans.tiers.deleted", { name: open.tier.name })}
          onClose={close}
          onDelete={() => remove.mutateAsync(open.tier.id)}
        >
          {t("plans.tiers.delete_text", { count: open.tier.projects ?? 0 })}
        </DeleteDialog>
      )}
    </>
  );
}
