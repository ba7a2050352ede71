import { call, quiet } from "#web/lib/client.ts";
import { countViews } from "#web/lib/count-views.ts";

/** Counts a view of a video until the signal aborts. */
export function countFilm(code: string, show: (count: number) => void, signal: AbortSignal): void {
  const body = { video_code: code };
  countViews(
    {
      begin: () => call("POST /api/viewer-count/log-video", { body }, quiet),
      // `sendBeacon` supports POST only; a keepalive request also outlives the page.
      beat: (session, duration_seconds, isLast) =>
        isLast
          ? call(
              "PUT /api/three60videos/{id}/access-logs/end-session",
              { params: { id: code }, body: { session, duration_seconds } },
              { ...quiet, keepalive: true },
            )
          : call(
              "PUT /api/viewer-count/update-activity",
              { body: { ...body, session, duration_seconds } },
              quiet,
            ),
    },
    show,
    signal,
  );
}
