import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { isRunning, useSyncs } from "../autodesk.queries.ts";
import { SyncLine } from "./sync-line.tsx";

/** Imports that are running; they continue without this page, and are shown again by it. */
export function RunningSyncs({ className }: { className?: string }) {
  const t = useText();
  const syncs = useSyncs();
  const running = syncs.data?.filter((sync) => isRunning(sync)) ?? [];
  if (running.length === 0) return null;
  return (
    <section
      aria-label={t("autodesk.syncs.running")}
      className={cx("flex flex-col gap-4 rounded-lg bg-surface p-4 ring-1 ring-line", className)}
    >
      {running.map((sync) => (
        <SyncLine key={sync.id} sync={sync} />
      ))}
    </section>
  );
}
