import { useEffect } from "react";
import { limits } from "#contract/limits.ts";
import { call, quiet } from "#web/lib/client.ts";

const { heartbeat, idle } = limits.views;

/**
 * Reports a view and its duration: every ten seconds while the page is visible; a return after a minute begins a new
 * view. Errors here are ignored and do not affect the viewer.
 */
export function useWatchingLog(video: number, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    let session = "";
    let seen = 0;
    let since: number | null = null;
    let lastSign = 0;
    const isSeen = () => document.visibilityState === "visible";
    const now = () => performance.now();
    const total = () => Math.min((seen + (since === null ? 0 : now() - since)) / 1000, 86_400);

    const begin = async () => {
      seen = 0;
      since = now();
      lastSign = now();
      const body = { video_id: video };
      const begun = await call("POST /api/viewer-count/log-video", { body }, quiet).catch(() => null);
      if (begun !== null && !controller.signal.aborted) session = begun.session;
    };
    const beat = (isLast = false) => {
      if (session === "") return;
      lastSign = now();
      const body = { video_id: video, session, duration_seconds: total() };
      call("PUT /api/viewer-count/update-activity", { body }, { ...quiet, keepalive: isLast }).catch(
        () => null,
      );
    };
    const end = () => {
      if (session === "") return;
      const body = { session, duration_seconds: total() };
      call(
        "PUT /api/three60videos/{id}/access-logs/end-session",
        { params: { id: video }, body },
        { ...quiet, keepalive: true },
      ).catch(() => null);
    };
    const turn = () => {
      if (isSeen()) {
        if (now() - lastSign > idle) void begin();
        else since ??= now();
        return;
      }
      seen += since === null ? 0 : now() - since;
      since = null;
      beat(true);
    };
    const timer = setInterval(() => {
      if (!isSeen()) return;
      // A suspended device has been idle, whatever the page's clock says.
      if (now() - lastSign > idle) void begin();
      else beat();
    }, heartbeat);
    document.addEventListener("visibilitychange", turn, { signal: controller.signal });
    addEventListener("pagehide", end, { signal: controller.signal });
    if (isSeen()) void begin();
    return () => {
      clearInterval(timer);
      end();
      controller.abort();
    };
  }, [video, isOpen]);
}
