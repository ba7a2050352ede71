import { CloudOff, SearchX } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Results } from "../use-results.ts";

/** Status of the results, above them, and their number for screen readers. */
export function ResultsStatus({
  results: { state, hits, isApproximate, hasMore, retry },
}: {
  results: Results;
}) {
  const t = useText();
  const line = "flex items-center gap-2.5 px-4 pt-3 pb-1 text-sm text-ink-muted last:pb-3";
  const count = hits.length;
  return (
    <>
      <output className="sr-only">
        {state === "ready" && count > 0 && t(hasMore ? "search.more_found" : "search.found", { count })}
      </output>
      {state === "offline" && (
        <output className={line}>
          <Icon of={CloudOff} size="sm" />
          {t(count === 0 ? "search.offline_none" : "search.offline")}
        </output>
      )}
      {state === "ready" && count === 0 && (
        <output className={cx(line, "min-h-14 justify-center pb-3")}>
          <Icon of={SearchX} size="sm" />
          {t("search.none")}
        </output>
      )}
      {state === "ready" && count > 0 && isApproximate && (
        <output className={line}>{t("search.approximate")}</output>
      )}
      {state === "failed" && (
        <div role="alert" className={cx(line, "justify-between")}>
          {t("search.failed")}
          <Button size="sm" onPress={retry}>
            {t("common.retry")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Placeholder for the results. */
export function RowSkeletons() {
  return (
    <div aria-hidden className="p-1">
      {[60, 45, 70].map((width) => (
        <div key={width} className="flex min-h-12 items-center gap-3 px-2 py-1.5">
          <Skeleton className="size-9" />
          <span className="flex flex-1 flex-col gap-1.5">
            <span style={{ inlineSize: `${width}%` }}>
              <Skeleton className="h-3.5 w-full" />
            </span>
            <Skeleton className="h-3 w-24" />
          </span>
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}
