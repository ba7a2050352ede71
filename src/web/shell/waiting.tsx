import { useIsLanguageLoading } from "#web/lib/language.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { useText } from "#web/lib/use-text.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { useFatal } from "./fatal.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";

/** Before the first screen: its script and the texts are loading, or failed to load. */
export function Waiting() {
  const t = useText();
  const isLoading = useIsLanguageLoading();
  const fatal = useFatal();
  if (fatal !== null) return <ErrorScreen error={fatal} onRetry={() => leavePage(location.href)} />;
  return <LoadingOverlay text={t(isLoading ? "shell.loading_language" : "common.loading")} />;
}
