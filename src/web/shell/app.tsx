import { QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { localeOf } from "#web/lib/format.ts";
import { useIsLanguageLoading, useLanguage } from "#web/lib/language.ts";
import { queryClient } from "#web/lib/query.ts";
import { useText } from "#web/lib/use-text.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { clearFatal, useFatal } from "./fatal.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";

/** The application: language and direction, server data, and the screen of the URL. */
export function App({ router }: { router: AnyRouter }) {
  const t = useText();
  const language = useLanguage();
  const isLoading = useIsLanguageLoading();
  const fatal = useFatal();
  return (
    <I18nProvider locale={localeOf(language)}>
      <QueryClientProvider client={queryClient}>
        {fatal === null ? (
          <RouterProvider router={router} />
        ) : (
          <ErrorScreen error={fatal} onRetry={clearFatal} />
        )}
        {isLoading && <LoadingOverlay text={t("shell.loading_language")} />}
      </QueryClientProvider>
    </I18nProvider>
  );
}
