import { MapPlus } from "lucide-react";
import type { AutodeskLink, AutodeskSheet } from "#contract/autodesk.ts";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { useBringSheets } from "../autodesk.changes.ts";

interface ImportBarProps {
  link: AutodeskLink;
  chosen: readonly AutodeskSheet[];
  onDone: () => void;
}

/** Imports the selected drawings into the linked project. They stay selected when it is refused. */
export function ImportBar({ link, chosen, onDone }: ImportBarProps) {
  const t = useText();
  const bring = useBringSheets();
  const isTooMany = chosen.length > limits.autodesk.sheets;
  return (
    <ActionBar
      label={t("autodesk.sheets.bulk")}
      count={
        isTooMany
          ? t("autodesk.sheets.too_many", { count: limits.autodesk.sheets })
          : t("autodesk.sheets.chosen", { count: chosen.length })
      }
      onClear={onDone}
    >
      <Button
        variant="primary"
        icon={MapPlus}
        isDisabled={isTooMany}
        isPending={bring.isPending}
        onPress={() =>
          bring.mutate({ link: link.id, sheets: chosen.map(({ id }) => id) }, { onSuccess: onDone })
        }
      >
        {t("autodesk.sheets.bring")}
      </Button>
    </ActionBar>
  );
}
