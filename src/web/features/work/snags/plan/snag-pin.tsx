import { Button as AriaButton } from "react-aria-components/Button";
import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { AssignedName } from "../assigned.tsx";
import { DueMark, PriorityMark, StatusChip, StatusMark } from "../marks.tsx";
import { useOpenSnag } from "../use-open-snag.ts";

export type PlacedSnag = Snag & { x: number; y: number };

/** A snag on the floor plan: its status by colour and shape, its details on a press. */
export function SnagPin({
  snag,
  beside,
}: {
  snag: PlacedSnag;
  beside: { left: number; top: number } | undefined;
}) {
  const t = useText();
  const { id: open } = useOpenSnag();
  const status = t(`snags.statuses.${snag.status}`);
  return (
    <span
      className={cx("absolute", open === snag.id ? "z-10" : snag.status === "closed" ? "z-0" : "z-1")}
      style={{
        ...placeOnPlan(snag),
        ...(beside && { transform: `translate(${beside.left}px, ${beside.top}px)` }),
      }}
    >
      <Popover
        label={snag.title}
        trigger={
          <AriaButton
            aria-label={t("snags.plan.pin", { number: snag.number, status, title: snag.title })}
            className="group absolute flex size-11 -translate-x-1/2 -translate-y-1/2 cursor-default items-center justify-center rounded-full"
          >
            <span
              className={cx(
                "flex size-7 items-center justify-center rounded-full bg-white shadow-[0_1px_4px_oklch(0_0_0/0.45)] transition-transform group-hover:scale-120 max-md:size-6",
                snag.status === "closed" && "opacity-70",
                open === snag.id && "scale-120 ring-3 ring-accent",
              )}
            >
              <StatusMark status={snag.status} className="size-5.5 max-md:size-4.5" />
            </span>
          </AriaButton>
        }
      >
        {(close) => <PinCard snag={snag} onOpen={close} />}
      </Popover>
    </span>
  );
}

function PinCard({ snag, onOpen }: { snag: Snag; onOpen: () => void }) {
  const t = useText();
  const { hrefOf } = useOpenSnag();
  const picture = snag.photos[0]?.thumbnail ?? snag.thumbnail;
  return (
    <div className="flex w-64 flex-col gap-3">
      {picture !== null && (
        <Picture src={picture} className="aspect-2/1 w-full overflow-hidden rounded-md bg-sunken" />
      )}
      <div className="flex flex-col gap-1.5">
        <p className="text-xs text-ink-muted tabular-nums">{t("snags.number", { number: snag.number })}</p>
        <p className="own-direction line-clamp-3 text-base font-strong">{snag.title}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs">
          <StatusChip status={snag.status} />
          <PriorityMark priority={snag.priority} />
          <DueMark snag={snag} />
        </div>
        <AssignedName snag={snag} size="size-5" className="text-sm text-ink-muted" />
      </div>
      <Link href={hrefOf(snag.id)} look={{ variant: "primary" }} onPress={onOpen}>
        {t("snags.detail.open")}
      </Link>
    </div>
  );
}
