import { type ReactNode, StrictMode, useEffect } from "react";
import type { Root } from "react-dom/client";
import { useIsLanguageLoading } from "#web/lib/language.ts";
import { useOwnPageTitle } from "#web/lib/page-title.ts";
import { useSettings } from "#web/lib/session.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { clearFatal, useFatal } from "./fatal.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";

export function showIn(page: Root, content: ReactNode): void {
  page.render(<StrictMode>{content}</StrictMode>);
}

/** Around a standalone screen: its title, and its error handling. */
export function Doorway({ title, children }: { title: TextKey; children: ReactNode }) {
  const t = useText();
  const isLoading = useIsLanguageLoading();
  const fatal = useFatal();
  const brand = useSettings()?.website_name ?? "Sitewalk";
  const own = useOwnPageTitle();
  const name = own ?? t(title);
  useEffect(() => {
    document.title = `${name} | ${brand}`;
  }, [name, brand]);
  if (fatal !== null) return <ErrorScreen error={fatal} onRetry={clearFatal} />;
  return (
    <>
      {children}
      {isLoading && <LoadingOverlay text={t("shell.loading_language")} />}
    </>
  );
}
