import { type ComponentType, StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { localeOf } from "./lib/format.ts";
import { useIsLanguageLoading, useLanguage, whenTexts } from "./lib/language.ts";
import { leave } from "./lib/leave.ts";
import { session, useSettings } from "./lib/session.ts";
import { onRemembered, storageKeys } from "./lib/storage.ts";
import { type TextKey, useText } from "./lib/use-text.ts";
import { takeRedirect } from "./shell/after-login.ts";
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

export async function openDoor(door: Door, root: Element): Promise<void> {
  const react = createRoot(root);
  react.render(<Waiting />);
  const [Screen] = await Promise.all([door.screen(), setUp(), whenTexts()]);
  if (session.user()) {
    leave(takeRedirect());
    return;
  }
  // Signed in by another tab of this browser: this one follows.
  onRemembered(storageKeys.session, (value) => {
    if (value?.startsWith("in") === true) leave(takeRedirect());
  });
  react.render(
    <StrictMode>
      <Doorway title={door.title} screen={Screen} />
    </StrictMode>,
  );
}

function Doorway({ title, screen: Screen }: { title: TextKey; screen: ComponentType }) {
  const t = useText();
  const language = useLanguage();
  const isLoading = useIsLanguageLoading();
  const brand = useSettings()?.website_name ?? "Sitewalk";
  const name = t(title);
  useEffect(() => {
    document.title = `${name} | ${brand}`;
  }, [name, brand]);
  return (
    <I18nProvider locale={localeOf(language)}>
      <Screen />
      {isLoading && <LoadingOverlay text={t("shell.loading_language")} />}
    </I18nProvider>
  );
}

function Waiting() {
  const t = useText();
  return <LoadingOverlay text={t(useIsLanguageLoading() ? "shell.loading_language" : "common.loading")} />;
}
