import { Wifi } from "lucide-react";
import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";

/**
 * Announces for a second and a half that the connection is back. The live region for screen readers exists before the
 * text.
 */
export function BackOnline({ isBack }: { isBack: boolean }) {
  const t = useText();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setIsOver(true), limits.connectivity.backOnline);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [isBack]);
  const isShown = isBack && !isOver;
  return (
    <output className="pointer-events-none fixed inset-x-0 top-17 z-60 flex justify-center">
      {isShown && (
        <span className="anim-rise-in flex items-center gap-2 rounded-full bg-raised px-4 py-2 text-sm font-strong text-ok-text shadow-float">
          <Icon of={Wifi} size="sm" />
          {t("offline.back")}
        </span>
      )}
    </output>
  );
}
