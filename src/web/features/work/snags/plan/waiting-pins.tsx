import { CloudUpload } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { isWaitingSnag, type WaitingSnag } from "../waiting/waiting-values.ts";

const dialog = later(() => import("../waiting/waiting-snag-dialog.tsx"));

/** New snags on this floor plan that wait on this device. */
export function WaitingPins({ sheet }: { sheet: number }) {
  const t = useText();
  const [open, setOpen] = useState<WaitingSnag | null>(null);
  const Dialog = useLater(dialog, open !== null)?.WaitingSnagDialog;
  const snags = useWaitingActs().filter(isWaitingSnag);
  return (
    <>
      {snags.map((act) => {
        const { at, fields } = act.payload;
        return "id_sheet" in at && at.id_sheet === sheet ? (
          <span key={act.guid} className="absolute z-2" style={placeOnPlan(at)}>
            <AriaButton
              aria-label={t("offline.waiting.new_pin", { title: fields.title })}
              onPress={() => setOpen(act)}
              className="group absolute flex size-11 -translate-x-1/2 -translate-y-1/2 cursor-default items-center justify-center rounded-full"
            >
              <span className="flex size-7 items-center justify-center rounded-full border-2 border-dashed border-warn-text bg-white text-warn-text shadow-float group-hover:scale-120">
                <Icon of={CloudUpload} size="sm" className="size-4" />
              </span>
            </AriaButton>
          </span>
        ) : null;
      })}
      {Dialog && open !== null && <Dialog act={open} onClose={() => setOpen(null)} />}
    </>
  );
}
