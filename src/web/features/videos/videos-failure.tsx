import { CircleAlert } from "lucide-react";
import { ApiError } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { screenFailureText } from "#web/shell/screen-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** In place of videos that did not come: what the server said, or that they could not be fetched. */
export function VideosFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  if (error instanceof ApiError && [401, 403, 404].includes(error.status))
    return <LoadFailure screen="videos" error={error} />;
  const isWordless = error instanceof ApiError && error.code === "UNKNOWN" && error.message === "";
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={t("errors.failed.videos")}
        {...(!isWordless && { text: screenFailureText("videos", error, t) })}
        action={
          <Button variant="primary" onPress={onRetry}>
            {t("common.retry")}
          </Button>
        }
      />
    </div>
  );
}
