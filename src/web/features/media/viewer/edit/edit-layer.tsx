import { MapPin, X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import type { Asked, Conflict, Editing } from "./editing.ts";

/** UI of the tools: the open card, the prompt to press, and edit conflicts. */
export function EditLayer({ editing, children }: { editing: Editing; children?: ReactNode }) {
  const panel = useStore(editing.panel);
  const asked = useStore(editing.asked);
  const conflict = useStore(editing.conflict);
  return (
    <>
      {children}
      {asked && <PickHint asked={asked} />}
      {panel && <Fragment key={panel.key}>{panel.content}</Fragment>}
      {conflict && <ConflictDialog conflict={conflict} />}
    </>
  );
}

/** At the lower edge, above the room switch: users move between rooms while they edit. */
export const atFoot =
  "plate absolute inset-x-(--edge) above-58 z-3 mx-auto flex w-fit max-w-[calc(100%-2*var(--edge))] items-center bg-glass-dense p-[3px] anim-fade-in low:end-auto low:edge-bottom low:mx-0 low:min-h-12.5 low:max-w-[calc(100%-3*var(--edge)-138px)] low:justify-between";

function PickHint({ asked: { hint, keys, cancel } }: { asked: Asked }) {
  const t = useText();
  return (
    <>
      <output data-hint className={`${atFoot} gap-2.5 ps-3.5`}>
        <Icon of={MapPin} className="size-5 text-accent-text" />
        <p className="font-strong">
          {hint} <span className="font-normal text-white/78 touch:hidden">{keys}</span>
        </p>
        <PlainIconButton
          variant="onGlass"
          size="lg"
          icon={X}
          label={t("viewer.actions.cancel")}
          hasTooltip={false}
          onPress={cancel}
        />
      </output>
      {/* The position that Enter picks; shown only for the keyboard. */}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 z-1 m-auto size-8.5 rounded-full border-2 border-white opacity-0 shadow-pin after:absolute after:inset-0 after:m-auto after:size-1 after:rounded-full after:bg-white [#viewer:has(.panorama:focus-visible)_&]:opacity-100"
      />
    </>
  );
}

/** Both users changed it: one change has to give way, and only a user can decide which. */
function ConflictDialog({ conflict: { name, settle } }: { conflict: Conflict }) {
  const t = useText();
  return (
    // Closing it decides nothing, so the user's own change is dropped.
    <PlainDialog title={t("tour.conflict.title")} onClose={() => settle(false)}>
      <p className="-mt-2 text-ink-muted">{t("tour.conflict.text", { name })}</p>
      <div className="flex flex-wrap gap-2">
        <PlainButton variant="primary" onClick={() => settle(false)}>
          {t("tour.conflict.theirs")}
        </PlainButton>
        <PlainButton onClick={() => settle(true)}>{t("tour.conflict.mine")}</PlainButton>
      </div>
    </PlainDialog>
  );
}
