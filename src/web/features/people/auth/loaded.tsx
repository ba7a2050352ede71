import type { ReactNode } from "react";
import { errorText } from "#web/lib/error-text.ts";
import type { Loading } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Reserves its space until the data is loaded; on failure shows the reason and a retry. */
export function Loaded<T>({ of, children }: { of: Loading<T>; children: (data: T) => ReactNode }) {
  const t = useText();
  const { result, retry } = of;
  if (result.state === "loading") {
    return (
      <output aria-label={t("common.loading")} className="flex flex-col gap-4">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-11 w-full" />
      </output>
    );
  }
  if (result.state === "there") return children(result.data);
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="bad">{errorText(result.error, t)}</Banner>
      <PlainButton size="lg" onClick={retry}>
        {t("common.retry")}
      </PlainButton>
    </div>
  );
}
