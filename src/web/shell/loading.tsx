import { useLocation } from "@tanstack/react-router";
import { useText } from "#web/lib/use-text.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { useSetUpProgress } from "./set-up.ts";

/** What stands in for a screen whose script is on its way: dark for viewers, the plain overlay for the rest. */
export function PendingScreen() {
  const t = useText();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isViewer = /^\/(viewer|video)\//.test(path);
  return <LoadingOverlay isDark={isViewer} text={t(isViewer ? "shell.loading_viewer" : "common.loading")} />;
}

/** While it is found out who is here and how the place is set up. */
export function SettingUp() {
  const t = useText();
  const progress = useSetUpProgress();
  return <LoadingOverlay text={t("shell.setting_up")} note={t("shell.setting_up_step", progress)} />;
}
