import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";

/** Beside the list on wide screens; on phones over it, between the bars. */
export function SnagFrame({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <aside
      aria-label={t("snags.title")}
      className="fixed end-0 top-14 bottom-0 z-20 flex w-112 max-w-full anim-rise-in flex-col overflow-hidden border-s border-line bg-surface shadow-float group-has-data-offline/frame:pb-18 max-md:inset-x-0 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:w-auto max-md:border-0 print:static print:w-auto print:border-0 print:shadow-none"
    >
      {children}
    </aside>
  );
}
