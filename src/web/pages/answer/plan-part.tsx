import { Map as MapIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AnswerSnag } from "#contract/crews.answers.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlanCrop } from "#web/ui/floor-plan/plan-crop.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";

type Plan = NonNullable<AnswerSnag["plan"]>;

const pin = "absolute -ms-3 -mt-3 size-6 rounded-full bg-bad shadow-pin ring-3 ring-white";

/** The floor plan around the pin; a press opens all of it. */
export function PlanPart({ plan }: { plan: Plan }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const name = [plan.floor, plan.name].filter((one) => one !== "").join(" · ");
  if (isBroken) return null;
  return (
    <section aria-labelledby="snag-plan" className="flex flex-col gap-2">
      <h2 id="snag-plan" className="flex items-center gap-2 text-base font-strong">
        <Icon of={MapIcon} className="text-ink-muted" />
        <bdi>{name}</bdi>
      </h2>
      <button
        type="button"
        aria-label={t("crews.answer.large")}
        onClick={() => setIsOpen(true)}
        className="relative block aspect-2/1 overflow-hidden rounded-lg ring-1 ring-line"
      >
        <PlanCrop image={plan.image} point={plan} onBroken={() => setIsBroken(true)} />
        <span aria-hidden dir="ltr" className="absolute start-1/2 top-1/2">
          <span className={pin} />
        </span>
      </button>
      {isOpen && (
        <PlainDialog title={name} width="content" onClose={() => setIsOpen(false)}>
          <WholePlan plan={plan} onBroken={() => setIsBroken(true)} />
        </PlainDialog>
      )}
    </section>
  );
}

/** Larger than a phone, scrolled to the pin. Drawings are ink on white in either theme. */
function WholePlan({ plan: { image, x, y }, onBroken }: { plan: Plan; onBroken: () => void }) {
  const t = useText();
  const box = useRef<HTMLElement>(null);
  const show = () => {
    const own = box.current;
    if (own === null) return;
    own.scrollTo(own.scrollWidth * x - own.clientWidth / 2, own.scrollHeight * y - own.clientHeight / 2);
  };
  // An image that is here already does not load again.
  useEffect(show);
  return (
    <section
      ref={box}
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      aria-label={t("crews.answer.plan")}
      className="max-h-[70dvh] max-w-full overflow-auto overscroll-contain"
    >
      <div className="relative w-240 bg-white">
        <img src={image} alt="" onLoad={show} onError={onBroken} className="block w-full" />
        <span aria-hidden className="absolute" style={{ left: `${x * 100}%`, top: `${y * 100}%` }}>
          <span className={pin} />
        </span>
      </div>
    </section>
  );
}
