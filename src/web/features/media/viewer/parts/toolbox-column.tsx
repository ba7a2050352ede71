import { Ellipsis } from "lucide-react";
import { useEffect, useReducer, useState } from "react";
import { type Store, useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { useFrame } from "../frame.ts";
import type { Offer } from "../toolbox.ts";

const alwaysSeen = 3;

/** The column of tools below the title. A phone shows the first three, and the others with labels on demand. */
export function ToolboxColumn() {
  const t = useText();
  const { tools } = useFrame();
  const offers = useShown(useStore(tools.offers));
  const [isOpen, setIsOpen] = useState(false);
  if (offers.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes what its button has opened
    <section
      aria-label={t("viewer.actions.toolbox")}
      onKeyDown={({ key }) => key === "Escape" && setIsOpen(false)}
      className={cx(
        "toolbox plate fades in-data-comparing:hidden absolute z-2 start-(--edge) under-60 flex flex-col p-[3px] anim-fade-in",
        isOpen
          ? "z-2 compact:z-4 compact:max-h-[calc(100dvh-150px)] compact:overflow-y-auto low:grid low:h-[calc(100dvh-134px)] low:max-w-[calc(100%-2*var(--edge))] low:auto-cols-max low:grid-flow-col low:grid-rows-[repeat(auto-fill,44px)]"
          : "z-2 flat:flex-row",
      )}
    >
      {offers.map((offer, place) => (
        <Tool
          key={offer.id}
          offer={offer}
          isNamed={isOpen}
          isKept={isOpen || place < alwaysSeen}
          onPress={() => setIsOpen(false)}
        />
      ))}
      {offers.length > alwaysSeen && (
        <span className="hidden compact:contents">
          <PlainIconButton
            variant="onGlass"
            size="lg"
            icon={Ellipsis}
            label={t("viewer.actions.more_tools")}
            aria-expanded={isOpen}
            hasTooltip={false}
            onPress={() => setIsOpen(!isOpen)}
          />
        </span>
      )}
    </section>
  );
}

interface ToolProps {
  offer: Offer;
  isNamed: boolean;
  /** Kept also where space is short. */
  isKept: boolean;
  onPress: () => void;
}

const off: Store<boolean> = { get: () => false, set: () => undefined, subscribe: () => () => undefined };

function Tool({ offer, isNamed, isKept, onPress }: ToolProps) {
  const { id, icon, label, press, isPressed } = offer;
  const isOn = useStore(isPressed ?? off);
  return (
    <span data-tool={id} className={cx("flex", !isKept && "compact:hidden")}>
      <PlainIconButton
        variant="onGlass"
        size="lg"
        icon={icon}
        label={label}
        tooltipPlacement="end"
        hasTooltip={!isNamed}
        isPressed={isPressed && isOn}
        onPress={() => {
          onPress();
          press();
        }}
        className={isNamed ? "compact:w-full compact:justify-start compact:ps-2.5 compact:pe-4" : ""}
      >
        {isNamed && (
          <span aria-hidden className="hidden whitespace-nowrap compact:inline">
            {label}
          </span>
        )}
      </PlainIconButton>
    </span>
  );
}

/** The tools that are currently visible. */
function useShown(offers: readonly Offer[]): readonly Offer[] {
  const [, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stops = offers.map(({ isShown }) => isShown?.subscribe(look));
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [offers]);
  return offers.filter(({ isShown }) => isShown?.get() ?? true);
}
