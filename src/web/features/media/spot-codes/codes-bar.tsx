import { Printer, QrCode as QrIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Spot } from "#contract/spot-codes.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { useCreate } from "./use-create.ts";

const dialogs = later(() => import("./code-dialogs.tsx"));

interface CodesBarProps {
  project: number;
  selection: Selection;
  shown: readonly Spot[];
  mayCreate: boolean;
  onPrint: (codes: number[]) => void;
}

/** Actions for the selected rooms. */
export function CodesBar({ project, selection, shown, mayCreate, onPrint }: CodesBarProps) {
  const t = useText();
  const [isRevoking, setRevoking] = useState(false);
  const parts = useLater(dialogs, isRevoking);
  const create = useCreate(project);
  const chosen = shown.filter(({ id }) => selection.ids.has(id));
  const codes = chosen.flatMap(({ label }) => (label === null ? [] : [label.id]));
  const rooms = chosen.flatMap(({ id, label }) => (label === null ? [id] : []));
  const selectable = shown.filter(({ label }) => mayCreate || label !== null);
  const nameOf = (spot: Spot | undefined) => spot?.name || t("spot_codes.unnamed");
  const make = async () => {
    // After a refusal they stay selected, so that a retry is one press.
    if (await create.run({ rooms })) selection.clear();
  };
  return (
    <ActionBar
      label={t("spot_codes.selected")}
      count={t("spot_codes.selected_count", { count: chosen.length })}
      onClear={selection.clear}
      onAll={
        chosen.length < selectable.length
          ? () => selection.replace(selectable.map(({ id }) => id))
          : undefined
      }
    >
      {mayCreate && rooms.length > 0 && (
        <Button variant="quiet" icon={QrIcon} isPending={create.isPending} onPress={() => void make()}>
          {t("spot_codes.create_selected", { count: rooms.length })}
        </Button>
      )}
      {codes.length > 0 && (
        <Button variant="quiet" icon={Printer} onPress={() => onPrint(codes)}>
          {t("spot_codes.print_selected", { count: codes.length })}
        </Button>
      )}
      {mayCreate && codes.length > 0 && (
        <Button variant="quietDanger" icon={Trash2} onPress={() => setRevoking(true)}>
          {t("spot_codes.revoke_selected", { count: codes.length })}
        </Button>
      )}
      {parts && isRevoking && (
        <parts.RevokeDialog
          project={project}
          codes={codes}
          name={codes.length === 1 ? nameOf(chosen.find(({ label }) => label !== null)) : undefined}
          onClose={() => setRevoking(false)}
          onDone={selection.clear}
        />
      )}
    </ActionBar>
  );
}
