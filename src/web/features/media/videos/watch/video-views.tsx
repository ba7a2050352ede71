import { Eye } from "lucide-react";
import { useMemo } from "react";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { ViewsSection } from "#web/shell/views/views-section.tsx";
import type { ViewsSource } from "#web/shell/views/views-source.ts";
import { Chip } from "#web/ui/chip.tsx";
import { useWatching } from "../videos.queries.ts";

/** The viewers of a video, with origin and duration; and the number of current ones. */
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

/** Number of current viewers; nothing when there are none. */
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
