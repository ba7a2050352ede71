import { Eye } from "lucide-react";
import { useMemo } from "react";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { ViewsSection } from "#web/shell/views/views-section.tsx";
import type { ViewsSource } from "#web/shell/views/views-source.ts";
import { Chip } from "#web/ui/chip.tsx";
import { useWatching } from "../videos.queries.ts";

/** Who watched a video, from where and how long; and how many do right now. */
export function VideoViews({ id }: { id: number }) {
  const t = useText();
  const source = useMemo<ViewsSource>(
    () => ({
      key: ["video", id],
      title: t("videos.views_title"),
      text: t("videos.views_text"),
      statistics: (period, signal) =>
        call(
          "GET /api/three60videos/{id}/access-logs/statistics",
          { params: { id }, query: { period } },
          { signal },
        ),
      log: (query, signal) =>
        call("GET /api/three60videos/{id}/access-logs", { params: { id }, query }, { signal }),
    }),
    [id, t],
  );
  return <ViewsSection source={source} />;
}

/** How many look at it at this moment; nothing where nobody does. */
export function WatchingNow({ id }: { id: number }) {
  const t = useText();
  const { data } = useWatching(id);
  if (data === undefined || data.now === 0) return null;
  return (
    <Chip tone="accent" icon={Eye}>
      {t("videos.watching", { count: data.now })}
    </Chip>
  );
}
