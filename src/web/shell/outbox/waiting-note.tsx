import { CloudUpload } from "lucide-react";
import type { Act } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";

const list = later(() => import("./act-list.tsx"));

/** Acts that wait on this device and belong to the screen around it. Renders nothing when there are none. */
export function WaitingNote({ isHere }: { isHere: (act: Act) => boolean }) {
  const t = useText();
  const acts = useWaitingActs().filter(isHere);
  const List = useLater(list, acts.length > 0)?.ActList;
  if (acts.length === 0) return null;
  return (
    <section className="shrink-0 rounded-lg border border-dashed border-line-strong bg-surface px-4 pt-3 print:hidden">
      <h3 className="flex items-center gap-2 text-sm font-strong">
        <Icon of={CloudUpload} size="sm" className="text-warn-text" />
        {t("offline.waiting.here", { count: acts.length })}
      </h3>
      {List && <List acts={acts} />}
    </section>
  );
}
