import { Outlet, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { RouterProvider } from "react-aria-components";
import { toastCalls } from "#web/lib/call-toasts.ts";
import { whenAllTexts } from "#web/lib/language.ts";
import { useBranding } from "#web/lib/theme.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { later, loadAllWhenIdle, useLater, whenPartIsMissing } from "#web/ui/later.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { useSecondsLeft, watchInactivity } from "./inactivity-watch.ts";
import { hearSettings } from "./live-settings.ts";
import { MaintenanceScreen, watchMaintenance } from "./maintenance-screen.tsx";
import { watchSessionEnd } from "./session-end.ts";
import { followSessionEvents } from "./session-events.ts";
import { pollSession } from "./session-poll.ts";
import { renewSettings } from "./set-up.ts";
import { useScreenTitle } from "./use-screen.ts";

/** Around every screen: kit links use the router, calls raise toasts, the page has its title. */
export function Root(): ReactNode {
  const router = useRouter();
  useEffect(toastCalls, []);
  useEffect(watchSessionEnd, []);
  useEffect(pollSession, []);
  useEffect(followSessionEvents, []);
  useEffect(watchInactivity, []);
  useEffect(renewSettings, []);
  useEffect(hearSettings, []);
  useEffect(watchMaintenance, []);
  useEffect(fetchTheRest, []);
  useEffect(completeTexts, []);
  useDocumentTitle();
  return (
    <RouterProvider navigate={(path) => router.history.push(path)}>
      <Outlet />
      <Inactivity />
      <MaintenanceScreen />
      <ToastRegion />
    </RouterProvider>
  );
}

const warning = later(() => import("./inactivity-warning.tsx"));

/** Loaded when the screen is idle: it is first needed after a minute of inactivity. */
function Inactivity(): ReactNode {
  const Warning = useLater(warning, useSecondsLeft() !== null)?.InactivityWarning;
  return Warning && <Warning />;
}

/** Milliseconds after which a screen is taken to be painted, and idle. */
const PAINTED = 1_000;
const REST = 2_500;

/** Preloads chunks that open on a click. */
function fetchTheRest(): () => void {
  whenPartIsMissing(() => {
    const t = translate.get();
    showToast({ tone: "bad", title: t("errors.title.network"), text: t("errors.network") });
  });
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    stop = loadAllWhenIdle();
  }, REST);
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

/** Requests the texts that a first screen begins without: at the first press, which may open something, or soon. */
function completeTexts(): () => void {
  const controller = new AbortController();
  const complete = () => {
    controller.abort();
    clearTimeout(timer);
    void whenAllTexts();
  };
  const timer = setTimeout(complete, PAINTED);
  for (const name of ["pointerdown", "keydown"])
    addEventListener(name, complete, { capture: true, signal: controller.signal });
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

function useDocumentTitle(): void {
  const t = useText();
  const title = useScreenTitle() ?? t("shell.tagline");
  const { website_name: brand } = useBranding();
  useEffect(() => {
    document.title = `${title} | ${brand}`;
  }, [title, brand]);
}
