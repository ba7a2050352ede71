import { Outlet, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { RouterProvider } from "react-aria-components";
import { toastCalls } from "#web/lib/call-toasts.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { watchSessionEnd } from "./session-end.ts";
import { pollSession } from "./session-poll.ts";
import { useScreenTitle } from "./use-screen.ts";

/** Around every screen: links of the kit follow the router, calls raise toasts, the page has its name. */
export function Root(): ReactNode {
  const router = useRouter();
  useEffect(toastCalls, []);
  useEffect(watchSessionEnd, []);
  useEffect(pollSession, []);
  useDocumentTitle();
  return (
    <RouterProvider navigate={(path) => router.history.push(path)}>
      <Outlet />
      <ToastRegion />
    </RouterProvider>
  );
}

function useDocumentTitle(): void {
  const t = useText();
  const title = useScreenTitle() ?? t("shell.tagline");
  const brand = useSettings()?.website_name ?? "Sitewalk";
  useEffect(() => {
    document.title = `${title} | ${brand}`;
  }, [title, brand]);
}
