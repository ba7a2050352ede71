import type { SnagStatus } from "#contract/choices.ts";
import { snagStatusStyles } from "#web/lib/snag-status-style.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { ShapeMark } from "#web/ui/shape-mark.tsx";
import { softTone } from "#web/ui/tone.ts";

/** The status in the words of a crew, by colour and by shape. */
export function Status({ status }: { status: SnagStatus }) {
  const t = useText();
  const look = snagStatusStyles[status];
  return (
    <span
      className={cx(
        "inline-flex min-h-6 items-center gap-1.5 rounded-full ps-1 pe-2.5 text-xs font-strong",
        softTone[look.tone],
      )}
    >
      <ShapeMark look={look} className="size-4" />
      {t(`crews.answer.statuses.${status}`)}
    </span>
  );
}
