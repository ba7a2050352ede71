import { CircleAlert, LoaderCircle } from "lucide-react";
import type { Video } from "#contract/videos.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { problemText, TryAgain } from "../video-state.tsx";

/** Replaces the video: it is being processed, processing failed, or it did not load. */
export function NotReady({ video, error, onRetry }: { video: Video; error: unknown; onRetry: () => void }) {
  const t = useText();
  const isFailed = video.status === "failed" || error !== null;
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-canvas p-6 text-center text-ink"
    >
      <Icon of={isFailed ? CircleAlert : LoaderCircle} size="xl" className="stroke-1 text-ink-muted" />
      <p className="max-w-96">
        {video.status === "failed"
          ? problemText(video, t)
          : error === null
            ? t("videos.not_ready")
            : errorText(error, t)}
      </p>
      {video.status === "processing" && (
        <ProgressBar
          label={t("videos.status.processing")}
          share={video.progress > 0 ? video.progress : null}
          className="w-64 max-w-full"
        />
      )}
      <TryAgain video={video} />
      {video.status !== "failed" && error !== null && <Button onPress={onRetry}>{t("common.retry")}</Button>}
    </div>
  );
}
