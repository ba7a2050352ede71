import { CircleAlert, Lock, SearchX } from "lucide-react";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";

export interface LoadFailureProps {
  error: unknown;
  onRetry?: () => void;
  onDismiss?: () => void;
}

/** In place of data that did not come: no right to it, not there, or something else. */
export function LoadFailure({ error, onRetry, onDismiss }: LoadFailureProps) {
  const t = useText();
  const status = error instanceof ApiError ? error.status : null;
  const look =
    status === 401 || status === 403
      ? { icon: Lock, title: t("errors.screen.unauthorized_title"), text: t("errors.screen.unauthorized") }
      : status === 404
        ? { icon: SearchX, title: t("errors.screen.not_found_title"), text: t("errors.not_found") }
        : {
            icon: CircleAlert,
            title: t("errors.screen.generic_title"),
            text: status === null ? t("errors.screen.generic") : errorText(error, t),
          };
  return (
    <div role="alert">
      <EmptyState
        {...look}
        action={
          <>
            {onRetry && (
              <Button variant="primary" onPress={onRetry}>
                {t("common.retry")}
              </Button>
            )}
            {onDismiss && <Button onPress={onDismiss}>{t("common.dismiss")}</Button>}
            <Link href="/dashboard" look={{ variant: "secondary" }}>
              {t("common.go_home")}
            </Link>
          </>
        }
      />
    </div>
  );
}
