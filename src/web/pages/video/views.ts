import { useEffect, useState } from "react";
import { call } from "#web/lib/client.ts";

/** Counts this view from when it is wanted. How often the film was seen; 0 until that is known. */
export function useViewCount(code: string, isWanted: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    const life = new AbortController();
    // Whatever fails here is nothing to a visitor.
    countFilm(code, setCount, life.signal).catch(() => undefined);
    return () => life.abort();
  }, [code, isWanted]);
  return count;
}

async function countFilm(code: string, show: (count: number) => void, signal: AbortSignal): Promise<void> {
  const { countViews } = await import("#web/lib/count-views.ts");
  if (signal.aborted) return;
  const body = { video_code: code };
  countViews(
    {
      begin: () => call("POST /api/viewer-count/log-video", { body }, { toast: false }),
      // `sendBeacon` knows POST alone; a call that outlives the page does the same.
      beat: (session, duration_seconds, isLast) =>
        isLast
          ? call(
              "PUT /api/three60videos/{id}/access-logs/end-session",
              { params: { id: code }, body: { session, duration_seconds } },
              { toast: false, keepalive: true },
            )
          : call(
              "PUT /api/viewer-count/update-activity",
              { body: { ...body, session, duration_seconds } },
              { toast: false },
            ),
    },
    show,
    signal,
  );
}
