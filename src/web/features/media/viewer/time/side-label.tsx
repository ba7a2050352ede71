import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useFrame } from "../frame.ts";
import type { Side } from "./address.ts";
import type { Comparison } from "./compare.tsx";
import { goTo } from "./go-to.ts";
import { dateWords } from "./words.ts";

const another = "another";

export interface SideLabelProps {
  comparison: Comparison;
  side: Side;
  which: "first" | "second";
}

/** The date of one side, large enough to be read from a distance, and the select of the others. */
export function SideLabel({ comparison: { place, other, signal }, side, which }: SideLabelProps) {
  const t = useText();
  const frame = useFrame();
  const { tour, speaker } = frame;
  const moments = useStore(place.moments);
  const beside = useStore(other.beside);
  const own = { visit: useStore(tour.visit), room: useStore(tour.room) };
  const { visit, room } = which === "first" ? own : (beside ?? { visit: undefined, room: undefined });
  // Resets the select to the shown date when a selected one could not be loaded.
  const [turn, setTurn] = useState(0);
  const words = dateWords(moments, speaker);
  const at = moments.findIndex(({ id_room }) => id_room === room?.id);
  const date = words[at]?.long ?? (visit ? speaker.date(visit.visit_date) : "");
  /** A room that is not joined with this one. */
  const pickAnother = async () => {
    const { pickOther } = await import("./pick-other.tsx");
    const picked = await pickOther(frame, place);
    if (picked === null || signal.aborted) return;
    if (!(await other.show(picked))) frame.toast(speaker.say("compare.failed"));
  };
  const choose = (value: string) => {
    setTurn(turn + 1);
    if (value === another) return void pickAnother();
    const moment = moments.find(({ id_room }) => String(id_room) === value);
    if (!moment) return;
    if (which === "first") void goTo(frame, place, moment);
    else void other.show(moment).then((isThere) => isThere || frame.toast(speaker.say("compare.failed")));
  };
  return (
    <div
      data-side={side}
      className={cx(
        "side-label plate absolute edge-top flex max-w-[calc(50%-2*var(--edge))] items-center gap-2.5 py-2 ps-4 pe-3 has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-offset-2 has-[select:focus-visible]:outline-accent-text max-lg:under-58 max-lg:max-w-[calc(50%-1.5*var(--edge))] max-md:gap-1.5 max-md:py-1.5 max-md:ps-3 max-md:pe-2",
        side === "start" ? "start-(--edge)" : "end-(--edge)",
      )}
    >
      <span aria-hidden className="grid min-w-0">
        <span
          data-side-date
          className="truncate text-[clamp(1.125rem,0.7rem+1.3vw,1.75rem)] leading-tight font-strong tabular-nums max-md:text-base"
        >
          {date}
        </span>
        <span dir="auto" className="max-w-full truncate justify-self-start text-xs text-white/80">
          {visit?.name ?? ""}
        </span>
      </span>
      <Icon of={ChevronDown} size="sm" className="text-white/70" />
      {/* A native select lies over the text: it is familiar by touch, keyboard and voice. */}
      <select
        key={turn}
        aria-label={t(side === "start" ? "viewer.compare.date_start" : "viewer.compare.date_end")}
        value={String(room?.id ?? "")}
        onChange={(event) => choose(event.target.value)}
        className="absolute inset-0 size-full cursor-default opacity-0 [&>option]:bg-raised [&>option]:text-ink"
      >
        {/* Where one side has no counterpart, its date stays selected. */}
        {at < 0 && room && <option value={String(room.id)}>{date}</option>}
        {moments.map(({ id_room }, index) => (
          <option key={id_room} value={String(id_room)}>
            {words[index]?.long ?? ""}
          </option>
        ))}
        {which === "second" && <option value={another}>{t("viewer.pick_other.other_room")}</option>}
      </select>
    </div>
  );
}
