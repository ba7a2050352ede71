import { Eye, EyeOff, Hand, UserPlus } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";

/** Whether the plan is on offer. */
export function OfferChip({ active }: { active: boolean }) {
  const t = useText();
  return (
    <Chip tone={active ? "ok" : "neutral"} icon={active ? Eye : EyeOff}>
      {t(active ? "plans.on" : "plans.off")}
    </Chip>
  );
}

export function DefaultChip() {
  const t = useText();
  return (
    <Chip tone="accent" icon={UserPlus}>
      {t("plans.is_default_short")}
    </Chip>
  );
}

export function OnRequestChip() {
  const t = useText();
  return (
    <Chip tone="info" icon={Hand}>
      {t("plans.needs_approval")}
    </Chip>
  );
}
