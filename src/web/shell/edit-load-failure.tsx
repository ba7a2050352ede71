import { CircleAlert } from "lucide-react";
import { ApiError } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorReference } from "./error-reference.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { type FailureScreen, screenFailureText } from "./screen-failure.ts";

export interface EditLoadFailureProps {
  error: unknown;
  /** The kind of record in the reader's language: 'Project'. */
  entity: string;
  screen: FailureScreen;
  onRetry: () => void;
}

/** Replaces a form whose record could not be loaded. */
export function EditLoadFailure({ error, entity, screen, onRetry }: EditLoadFailureProps) {
  const t = useText();
  const isRefused = error instanceof ApiError && [401, 403, 404].includes(error.status);
  if (isRefused) return <LoadFailure error={error} screen={screen} />;
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={t("errors.failed.load_entity", { entity })}
        text={screenFailureText(screen, error, t)}
        action={
          <Button variant="primary" onPress={onRetry}>
            {t("common.retry")}
          </Button>
        }
      />
      <ErrorReference error={error} />
    </div>
  );
}
