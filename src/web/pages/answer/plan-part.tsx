import { Map as MapIcon } from "lucide-react";
import { useState } from "react";
import type { AnswerSnag } from "#contract/crews.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";

type Plan = NonNullable<AnswerSnag["plan"]>;

/** The floor plan around the pin. A press shows all of it that the link may show. */
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
        className="block overflow-hidden rounded-lg ring-1 ring-line"
      >
        <Drawing plan={plan} alt="" onBroken={() => setIsBroken(true)} />
      </button>
      {isOpen && (
        <PlainDialog title={name} width="content" onClose={() => setIsOpen(false)}>
          <div className="max-h-[70dvh] overflow-auto overscroll-contain">
            <div className="w-200 max-w-none">
              <Drawing plan={plan} alt={t("crews.answer.plan")} onBroken={() => setIsBroken(true)} />
            </div>
          </div>
        </PlainDialog>
      )}
    </section>
  );
}

interface DrawingProps {
  plan: Plan;
  alt: string;
  onBroken: () => void;
}

/** Drawings are ink on white in either theme. */
function Drawing({ plan: { image, x, y }, alt, onBroken }: DrawingProps) {
  return (
    <span dir="ltr" className="relative block bg-white">
      <img src={image} alt={alt} loading="lazy" onError={onBroken} className="block w-full" />
      <span
        aria-hidden
        className="absolute -ms-3 -mt-3 size-6 rounded-full bg-bad shadow-float ring-3 ring-white"
        style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      />
    </span>
  );
}
