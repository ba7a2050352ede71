import { useLocation } from "@tanstack/react-router";
import { createContext, use } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { useSetUpProgress } from "./set-up.ts";

/** True within the dashboard's frame, whose menu and tools are usable while a screen is on its way. */
export const IsFramed = createContext(false);

/** What stands in for a screen whose script is on its way: dark for viewers, the plain overlay for the rest. */
export function PendingScreen() {
  const t = useText();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (use(IsFramed)) return <PendingPlace />;
  const isViewer = /^\/(viewer|video)\//.test(path);
  return <LoadingOverlay isDark={isViewer} text={t(isViewer ? "shell.loading_viewer" : "common.loading")} />;
}

/** A heading and what it is about: most of our screens. Nothing is covered, so that no press is lost. */
function PendingPlace() {
  return (
    <Outline className="flex flex-col gap-5">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-11 rounded-md" />
      <Skeleton className="h-[55svh] rounded-lg" />
    </Outline>
  );
}

/** While it is found out who is here and how the place is set up. */
export function SettingUp() {
  const t = useText();
  const progress = useSetUpProgress();
  return <LoadingOverlay text={t("shell.setting_up")} note={t("shell.setting_up_step", progress)} />;
}
