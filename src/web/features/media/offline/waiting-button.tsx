import { CloudUpload } from "lucide-react";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

/** In the header while something waits on this device: how many, and the way to the list. */
export function WaitingButton({ className = "" }: { className?: string }) {
  const t = useText();
  const acts = useWaitingActs();
  if (acts.length === 0) return null;
  const isStuck = acts.some(({ state }) => state !== "waiting");
  return (
    <Link
      href="/waiting"
      look="plain"
      aria-label={t("offline.waiting.count", { count: acts.length })}
      className={cx(
        "hit-area flex h-9 items-center gap-1.5 rounded-md px-2 text-sm font-strong tabular-nums hover:bg-hover",
        isStuck ? "text-bad-text" : "text-warn-text",
        className,
      )}
    >
      <Icon of={CloudUpload} />
      {acts.length}
    </Link>
  );
}
