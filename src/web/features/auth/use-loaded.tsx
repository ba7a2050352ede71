import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Result<T> = { state: "loading" } | { state: "failed"; error: unknown } | { state: "there"; data: T };

export interface Loading<T> {
  readonly result: Result<T>;
  readonly retry: () => void;
}

/** What a door must know before it can show itself: asked once. The cache of the rooms behind weighs too much here. */
export function useLoaded<T>(ask: () => Promise<T>): Loading<T> {
  const [result, setResult] = useState<Result<T>>({ state: "loading" });
  const latest = useRef(ask);
  const load = useCallback(async () => {
    try {
      const data = await latest.current();
      setResult({ state: "there", data });
    } catch (error) {
      setResult({ state: "failed", error });
    }
  }, []);
  useEffect(() => void load(), [load]);
  const retry = () => {
    setResult({ state: "loading" });
    void load();
  };
  return { result, retry };
}

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
