import { CircleAlert } from "lucide-react";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { ErrorReference } from "./error-reference.tsx";

/** The sentence of the error screen; it handles the message of any error, not only refusals of the server. */
export function boundaryText(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.status !== 401) return errorText(error, t);
  const told = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  // Firefox and Chromium name the script that failed to load: "401" in its URL is not a status.
  const words = told.replace(/http\S+/g, "");
  if (/401|unauthori[sz]ed/i.test(words) || error instanceof ApiError)
    return t("errors.boundary.unauthorized");
  if (/404|not found/i.test(words)) return t("errors.not_found");
  if (/500|internal server error/i.test(words)) return t("errors.server");
  if (/time(d )?\s?out/i.test(words)) return t("errors.timeout");
  if (/network|fetch|connection|import/i.test(words)) return t("errors.network");
  if (/promise|async/i.test(words)) return t("errors.boundary.async");
  return t("errors.boundary.unexpected");
}

export interface ErrorScreenProps {
  error: unknown;
  onRetry: () => void;
}

/** Replaces the whole page when its content cannot be rendered. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  const t = useText();
  return (
    <main
      role="alert"
      className="flex min-h-[70dvh] flex-col items-center justify-center gap-2 px-6 py-16 text-center"
    >
      <Icon of={CircleAlert} size="xl" className="mb-2 text-bad-text" />
      <h1 className="text-lg font-strong">{t("errors.application")}</h1>
      <p className="max-w-120 text-ink-muted">{boundaryText(error, t)}</p>
      <PlainButton variant="primary" className="mt-5" onClick={onRetry}>
        {t("common.retry")}
      </PlainButton>
      <ErrorReference error={error} />
    </main>
  );
}
