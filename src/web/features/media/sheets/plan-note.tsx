import type { ReactNode } from "react";
import { cx, floating } from "#web/ui/classes.ts";

/** A note above the floor plan, with its actions. */
export function PlanNote({ text, children }: { text?: string; children?: ReactNode }) {
  return (
    <div
      className={cx(
        floating,
        "absolute inset-x-2 bottom-14 z-20 mx-auto flex w-fit max-w-[calc(100%-1rem)] flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-sm",
      )}
    >
      {text !== undefined && <output className="own-direction min-w-0 tabular-nums">{text}</output>}
      <span className="flex flex-wrap items-center gap-2 empty:hidden">{children}</span>
    </div>
  );
}
