import { useMemo } from "react";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { ViewsSection } from "#web/shell/views/views-section.tsx";
import type { ViewsSource } from "#web/shell/views/views-source.ts";

/** The viewers of a visit. */
export function VisitViews({ visitId: id }: { visitId: number }) {
  const t = useText();
  const source = useMemo<ViewsSource>(
    () => ({
      key: ["visit", id],
      title: t("sharing.views.title"),
      text: t("sharing.views.text"),
      statistics: (period, signal) =>
        call(
          "GET /api/visits/{id}/access-logs/statistics",
          { params: { id }, query: { period } },
          { signal },
        ),
      log: (query, signal) => call("GET /api/visits/{id}/access-logs", { params: { id }, query }, { signal }),
    }),
    [id, t],
  );
  return <ViewsSection source={source} />;
}
