import { useLocation } from "@tanstack/react-router";
import { createContext, use } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { useSetUpProgress } from "./set-up.ts";

/** True within the dashboard's frame, whose menu and tools are usable while a screen is loading. */
export const IsFramed = createContext(false);

/** Placeholder for a screen whose script is loading: dark for viewers, the plain overlay for the rest. */
export function PendingScreen() {
  const t = useText();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (use(IsFramed)) return <PendingPlace />;
  const isViewer = /^\/(viewer|video)\//.test(path);
  return <LoadingOverlay isDark={isViewer} text={t(isViewer ? "shell.loading_viewer" : "common.loading")} />;
}

/** A heading and a content area, as on most screens. Nothing is covered, so that no click is lost. */
function PendingPlace() {
  return (
    <Outline className="flex flex-col gap-5">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-11 rounded-md" />
      <Skeleton className="h-[55svh] rounded-lg" />
    </Outline>
  );
}

/** Shown while the signed-in user and the settings are being loaded. */
export function SettingUp() {
  const t = useText();
  const progress = useSetUpProgress();
  return <LoadingOverlay text={t("shell.setting_up")} note={t("shell.setting_up_step", progress)} />;
}
