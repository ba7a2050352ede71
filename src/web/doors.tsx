import { type ComponentType, StrictMode, useEffect } from "react";
import type { Root } from "react-dom/client";
import { useIsLanguageLoading, whenTexts } from "./lib/language.ts";
import { leave } from "./lib/leave.ts";
import { session, useSettings } from "./lib/session.ts";
import { onRemembered, storageKeys } from "./lib/storage.ts";
import { type TextKey, useText } from "./lib/use-text.ts";
import { takeRedirect } from "./shell/after-login.ts";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { clearFatal, useFatal } from "./shell/fatal.ts";
import { LoadingOverlay } from "./shell/loading-overlay.tsx";
import { setUp } from "./shell/set-up.ts";

interface Door {
  path: string;
  title: TextKey;
  screen: () => Promise<ComponentType>;
}

/**
 * The screens somebody stands at before he is let in. They are pages of their own, without the router and all that
 * hangs on it, so that the first one ever seen is there at once; who enters gets the application as a fresh page.
 */
const doors: readonly Door[] = [
  {
    path: "/login",
    title: "shell.titles.login",
    screen: async () => (await import("./features/auth/login-screen.tsx")).LoginScreen,
  },
  {
    path: "/setup",
    title: "shell.titles.setup",
    screen: async () => (await import("./features/auth/setup-door.tsx")).SetupDoor,
  },
];

export function doorAt(path: string): Door | undefined {
  return doors.find((door) => path === door.path || path === `${door.path}/`);
}

export async function openDoor(door: Door, page: Root): Promise<void> {
  const [Screen] = await Promise.all([door.screen(), setUp(), whenTexts()]);
  if (session.user()) {
    leave(takeRedirect());
    return;
  }
  // Signed in by another tab of this browser: this one follows.
  onRemembered(storageKeys.session, (value) => {
    if (value?.startsWith("in") === true) leave(takeRedirect());
  });
  page.render(
    <StrictMode>
      <Doorway title={door.title} screen={Screen} />
    </StrictMode>,
  );
}

function Doorway({ title, screen: Screen }: { title: TextKey; screen: ComponentType }) {
  const t = useText();
  const isLoading = useIsLanguageLoading();
  const fatal = useFatal();
  const brand = useSettings()?.website_name ?? "Sitewalk";
  const name = t(title);
  useEffect(() => {
    document.title = `${name} | ${brand}`;
  }, [name, brand]);
  if (fatal !== null) return <ErrorScreen error={fatal} onRetry={clearFatal} />;
  return (
    <>
      <Screen />
      {isLoading && <LoadingOverlay text={t("shell.loading_language")} />}
    </>
  );
}
