import { Check, MapPin } from "lucide-react";
import type { Snag } from "#contract/snags.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { crewOf } from "#web/shell/snags/crews.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { AssignedName } from "../assigned.tsx";
import { CrewName } from "../crew-name.tsx";
import { DueMark, PriorityMark, StatusChip, usePlaceOf } from "../marks.tsx";
import { SnagNumber } from "../snag-number.tsx";
import { useOpenSnag } from "../use-open-snag.ts";

/** A snag where there is no room for a table. Its checkbox selects it, the rest opens it. */
export function SnagItem({ snag, selection }: { snag: Snag; selection: Selection }) {
  const t = useText();
  const placeOf = usePlaceOf();
  const { id: open, hrefOf } = useOpenSnag();
  const isChosen = selection.ids.has(snag.id);
  return (
    <li
      className={cx(
        "relative flex rounded-lg bg-surface ring-1 ring-line hover:ring-line-strong",
        (isChosen || open === snag.id) && "ring-2 ring-accent",
      )}
    >
      <label className="relative z-10 flex w-11 shrink-0 justify-center pt-3.5">
        <input
          type="checkbox"
          aria-label={t("snags.bulk.choose", { number: snag.number })}
          checked={isChosen}
          onChange={({ target, nativeEvent }) =>
            selection.toggle(snag.id, target.checked, (nativeEvent as MouseEvent).shiftKey)
          }
          className="peer absolute inset-0 m-0 cursor-default appearance-none outline-none"
        />
        <span
          aria-hidden
          className={cx(
            "pointer-events-none flex size-4.5 items-center justify-center rounded-sm border text-white peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text",
            isChosen ? "border-accent bg-accent" : "border-line-strong bg-surface",
          )}
        >
          {isChosen && <Icon of={Check} size="sm" className="size-3.5 stroke-3" />}
        </span>
      </label>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 py-3 pe-3">
        <div className="flex items-start gap-2">
          <Link
            href={hrefOf(snag.id)}
            look="plain"
            className="own-direction line-clamp-2 min-w-0 flex-1 text-sm font-strong outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {snag.title}
          </Link>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
          <SnagNumber snag={snag} className="text-ink-muted" />
          <StatusChip status={snag.status} />
          <PriorityMark priority={snag.priority} />
          <DueMark snag={snag} />
        </div>
        <div className="flex items-center gap-3 text-xs text-ink-muted">
          <span className="flex min-w-0 items-center gap-1">
            <Icon of={MapPin} size="sm" className="size-3.5" />
            <bdi className="truncate">{placeOf(snag)}</bdi>
          </span>
          {snag.trade !== "" && <bdi className="truncate">{snag.trade}</bdi>}
          <CrewName snag={snag} className="ms-auto" />
          <AssignedName snag={snag} size="size-5" className={crewOf(snag) === null ? "ms-auto" : ""} />
        </div>
      </div>
    </li>
  );
}
