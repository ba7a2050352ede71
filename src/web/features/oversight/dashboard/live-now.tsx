import { ChevronRight } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Glance } from "./dashboard.queries.ts";
import { Part } from "./part.tsx";

/** Channels that are live now; nothing where there are none. */
export function LiveNow({ live }: { live: Glance["live"] }) {
  const t = useText();
  if (live.length === 0) return null;
  return (
    <Part id="live-now" title={t("dashboard.live")}>
      <ul className="overflow-hidden rounded-lg bg-surface ring-1 ring-line">
        {live.map((channel) => (
          <li key={channel.id} className="border-line not-first:border-t">
            <a
              href={`/live/${channel.code}`}
              aria-label={t("dashboard.watch", { name: channel.name })}
              className="flex min-h-14 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover"
            >
              <span aria-hidden className="relative flex size-2.5 shrink-0">
                <span className="absolute inset-0 rounded-full bg-bad opacity-60 motion-safe:animate-ping" />
                <span className="relative size-2.5 rounded-full bg-bad" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="own-direction block truncate font-strong">{channel.name}</span>
                <span className="own-direction block truncate text-ink-muted">{channel.project_name}</span>
              </span>
              <Icon of={ChevronRight} size="sm" className="text-ink-faint rtl:-scale-x-100" />
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}
