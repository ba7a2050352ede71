import { useEffect, useState } from "react";
import { call } from "#web/lib/client.ts";
import { countViews } from "#web/lib/count-views.ts";

/** Counts this view from when it is wanted. How often the film was seen; 0 until that is known. */
export function useViewCount(code: string, isWanted: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    const life = new AbortController();
    countFilm(code, setCount, life.signal);
    return () => life.abort();
  }, [code, isWanted]);
  return count;
}

function countFilm(code: string, show: (count: number) => void, signal: AbortSignal): void {
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
