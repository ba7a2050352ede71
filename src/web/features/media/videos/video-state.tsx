import { EyeOff, Globe, KeyRound, LoaderCircle, RotateCw, TriangleAlert } from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { Video } from "#contract/videos.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type TextKey, type Translate, useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { useVideoStatus } from "./videos.queries.ts";

/** Text of the reason why processing failed: the server sends the code. */
export function problemText({ problem }: Pick<Video, "problem">, t: Translate): string {
  if (problem === null) return t("videos.failed_text");
  const key = `errors.code.${problem}` as TextKey;
  const known = t(key, { n: limits.video.seconds, maxFileSize: limits.video.megabytes });
  return known === key ? t("videos.failed_text") : known;
}

/** Processing status; nothing for a video that is ready. */
export function VideoState({ video }: { video: Pick<Video, "status" | "progress"> }) {
  const t = useText();
  const format = useFormat();
  const { status, progress } = video;
  if (status === "failed")
    return (
      <Chip tone="bad" icon={TriangleAlert}>
        {t("videos.status.failed")}
      </Chip>
    );
  if (status === "hidden")
    return (
      <Chip tone="warn" icon={EyeOff}>
        {t("videos.status.hidden")}
      </Chip>
    );
  if (status === "ready" && progress >= 1) return null;
  return (
    <Chip tone="info" icon={LoaderCircle}>
      {progress > 0
        ? t("videos.making", { percent: format.percent(progress) })
        : t("videos.status.processing")}
    </Chip>
  );
}

/** Access beyond the project, where there is any. */
export function VideoReach({ video }: { video: Pick<Video, "is_public" | "is_protected"> }) {
  const t = useText();
  if (!video.is_public) return null;
  return (
    <Chip icon={video.is_protected ? KeyRound : Globe}>
      {t(video.is_protected ? "videos.protected" : "videos.public")}
    </Chip>
  );
}

/** Retries failed processing, for users with the permission. */
export function TryAgain({ video }: { video: Video }) {
  const t = useText();
  const status = useVideoStatus();
  if (video.status !== "failed" || video.can["edit"] !== true) return null;
  const again = () =>
    status.mutate(
      { id: video.id, status: "processing" },
      {
        onSuccess: () => showToast({ tone: "info", title: t("videos.trying") }, limits.toast.form),
        onError: (error) => showFailure(error, t),
      },
    );
  return (
    <Button
      size="sm"
      icon={RotateCw}
      isPending={status.isPending}
      onPress={again}
      className="relative z-10 w-fit"
    >
      {t("videos.try_again")}
    </Button>
  );
}
