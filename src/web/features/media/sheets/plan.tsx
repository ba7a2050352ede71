import { ImageOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

export interface PlanProps {
  image: string;
  /** Name of the sheet, as the picture's description. */
  name: string;
  /** Pins, each positioned by `placeStyle`. */
  children?: ReactNode;
  className?: string;
}

/** A floor plan at full width, on paper that stays light in dark mode, since floor plans are drawn in black. */
export function Plan({ image, name, children, className }: PlanProps) {
  const t = useText();
  const [isBroken, setIsBroken] = useState(false);
  return (
    // A floor plan is not text: left stays left in every language.
    <div dir="ltr" className={cx("relative overflow-hidden rounded-lg bg-white shadow-card", className)}>
      {isBroken ? (
        <p
          className="flex aspect-3/2 flex-col items-center justify-center gap-2 bg-sunken text-ink-muted"
          dir="auto"
        >
          <Icon of={ImageOff} size="lg" />
          {t("sheets.image_broken")}
        </p>
      ) : (
        <div className="relative">
          <img
            src={image}
            alt={t("sheets.plan_of", { name })}
            draggable={false}
            onError={() => setIsBroken(true)}
            className="block min-h-40 w-full select-none"
          />
          {children}
        </div>
      )}
    </div>
  );
}

/** Centers a pin on its position. */
export const placeStyle = ({ x, y }: { x: number; y: number }) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
});
