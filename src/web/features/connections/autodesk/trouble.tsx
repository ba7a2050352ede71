import { CircleAlert, CloudOff, Lock, SearchX } from "lucide-react";
import { ApiError } from "#web/lib/client.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { failureCase } from "#web/shell/screen-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { failureText } from "./failure.ts";

interface TroubleProps {
  error: unknown;
  /** Message without one from the server. */
  fallback: TextKey;
  onRetry: () => void;
}

/** In place of content that Autodesk did not return: the reason, and a retry. */
export function Trouble({ error, fallback, onRetry }: TroubleProps) {
  const t = useText();
  const status = error instanceof ApiError ? error.status : -1;
  const icon =
    status === 403 ? Lock : status === 404 ? SearchX : status === 0 || status >= 502 ? CloudOff : CircleAlert;
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={failureCase(error) === "network" ? t("autodesk.unreachable") : failureText(error, fallback, t)}
        action={<Button onPress={onRetry}>{t("common.retry")}</Button>}
      />
    </div>
  );
}
