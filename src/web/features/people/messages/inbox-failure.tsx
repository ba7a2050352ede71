import { CircleAlert } from "lucide-react";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Replaces messages that could not be loaded, with the server's message or a default one. */
export function InboxFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const isWordless = error instanceof ApiError && error.code === "UNKNOWN";
  return (
    <div role="alert" className="flex flex-1 items-center">
      <EmptyState
        icon={CircleAlert}
        title={t("errors.failed.messages")}
        {...(!isWordless && { text: errorText(error, t) })}
        action={<Button onPress={onRetry}>{t("common.retry")}</Button>}
      />
    </div>
  );
}
