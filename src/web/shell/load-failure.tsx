import { CircleAlert, Lock, SearchX } from "lucide-react";
import { ApiError } from "#web/lib/client.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { ErrorReference } from "./error-reference.tsx";
import { type FailureScreen, failureCase, screenFailureText } from "./screen-failure.ts";

export interface LoadFailureProps {
  error: unknown;
  /** The screen whose message is shown, for cases that have one of their own. */
  screen?: FailureScreen | undefined;
  onRetry?: () => void;
  onDismiss?: () => void;
}

/** Lists whose title says what failed to load. */
const titles: Partial<Record<FailureScreen, TextKey>> = {
  videos: "errors.failed.videos",
  invoices: "errors.failed.invoices",
};

/** Replaces data that failed to load: no permission, not found, or another error. */
export function LoadFailure({ error, screen, onRetry, onDismiss }: LoadFailureProps) {
  const t = useText();
  const kind = failureCase(error);
  // The server's message about a project that is not public is shown as it is.
  const isPrivate = error instanceof ApiError && error.code === "PROJECT_NOT_PUBLIC";
  const look = {
    ...(kind === "permission"
      ? {
          icon: Lock,
          title: t(isPrivate ? "errors.code.PROJECT_NOT_PUBLIC" : "errors.screen.unauthorized_title"),
        }
      : kind === "not_found"
        ? { icon: SearchX, title: t("errors.screen.not_found_title") }
        : { icon: CircleAlert, title: t((screen && titles[screen]) ?? "errors.screen.generic_title") }),
    text: screenFailureText(screen, error, t),
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
      <ErrorReference error={error} />
    </div>
  );
}
