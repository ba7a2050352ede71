import { CalendarCheck, ChevronUp, Info, type LucideIcon, MapPin, Navigation2 } from "lucide-react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { roomName, useFrame } from "../frame.ts";
import { bindDates } from "./bind.tsx";
import { atFoot } from "./edit-layer.tsx";
import type { Editing } from "./editing.ts";
import { addInfo } from "./info.tsx";
import { setNorth } from "./north.tsx";
import { addWay } from "./way.tsx";

/** The tools that add points to the picture. */
export function EditBar({ editing, onDone }: { editing: Editing; onDone: () => void }) {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const room = useStore(tour.room);
  const { can } = useStore(tour.visit);
  const start = (tool: () => Promise<void>) => () => {
    tour.open(null);
    tool().catch((error: unknown) => editing.failed(error));
  };
  const pin = async () => {
    editing.close();
    const { pinSnag } = await import("./snag.tsx");
    await pinSnag(frame);
  };
  return (
    <div
      role="toolbar"
      aria-label={t("viewer.edit.start")}
      className={cx(
        atFoot,
        "in-data-picking:hidden max-md:w-auto max-md:max-w-none max-md:justify-between low:w-136",
      )}
    >
      <p dir="auto" className="max-w-60 truncate ps-3.5 pe-3 text-white/80 max-[60rem]:hidden low:hidden">
        {room && t("tour.bar", { room: roomName(frame, room) })}
      </p>
      <Tool icon={ChevronUp} label={t("tour.tools.way")} onPress={start(() => addWay(editing))} />
      <Tool icon={Info} label={t("tour.tools.info")} onPress={start(() => addInfo(editing))} />
      {can["add_snag"] === true && <Tool icon={MapPin} label={t("tour.tools.snag")} onPress={start(pin)} />}
      <Tool icon={Navigation2} label={t("tour.tools.north")} onPress={start(() => setNorth(editing))} />
      <Tool icon={CalendarCheck} label={t("tour.tools.dates")} onPress={start(() => bindDates(editing))} />
      <PlainButton
        variant="primary"
        onClick={onDone}
        className="ms-2 h-10! px-4.5! max-md:mx-1 max-md:h-11! max-md:px-3.5! touch:h-11! touch:min-w-11"
      >
        {t("tour.done")}
      </PlainButton>
    </div>
  );
}

/** On phones its label is below it. */
function Tool({ icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex h-10 cursor-default items-center justify-center gap-2 rounded-[8px] ps-2.5 pe-3.25 transition-colors hover:bg-glass-hover pressed:bg-glass-press max-md:h-13 max-md:min-w-0 max-md:flex-1 max-md:flex-col max-md:gap-px max-md:px-0.5 max-md:text-[11px] max-md:leading-[1.2] md:touch:h-11 low:h-11"
    >
      <Icon of={icon} className="size-5" />
      <span>{label}</span>
    </button>
  );
}
