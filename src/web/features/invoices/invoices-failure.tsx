import { CircleAlert } from "lucide-react";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { failureCase } from "#web/shell/screen-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** In place of bills that did not come. */
export function InvoicesFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  if (failureCase(error) !== null) return <LoadFailure screen="invoices" error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={t("errors.failed.invoices")}
        text={errorText(error, t)}
        action={
          <Button variant="primary" onPress={onRetry}>
            {t("common.retry")}
          </Button>
        }
      />
    </div>
  );
}
