import type { ReactNode } from "react";

/**
 * The bar over the lower edge of the picture, which fades while unused: `above` the row of controls, for example a
 * timeline.
 */
export function PlayerBar({ above, children }: { above?: ReactNode; children: ReactNode }) {
  return (
    <div
      data-bar
      className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col bg-linear-to-t from-black/85 via-black/60 to-transparent pt-10 pr-[max(0.75rem,env(safe-area-inset-right))] pb-[max(0.375rem,env(safe-area-inset-bottom))] pl-[max(0.75rem,env(safe-area-inset-left))] transition-opacity *:pointer-events-auto group-data-idle/player:opacity-0 group-data-idle/player:*:pointer-events-none"
    >
      {above}
      <div className="flex items-center gap-0.5">{children}</div>
    </div>
  );
}

/** Keeps the following controls at the far end of the bar. */
export const BarGap = () => <span className="flex-1" />;
