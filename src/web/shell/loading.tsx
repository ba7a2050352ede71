import { useLocation } from "@tanstack/react-router";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { useSetUpProgress } from "./set-up.ts";

export interface LoadingOverlayProps {
  text: string;
  note?: string;
  /** The viewers are dark from their first moment, whatever the theme. */
  isDark?: boolean;
}

/** Covers the page while it is not known yet what stands on it. */
export function LoadingOverlay({ text, note, isDark = false }: LoadingOverlayProps) {
  return (
    <div
      role="status"
      {...(isDark && { "data-theme": "dark" })}
      className={cx(
        "fixed inset-0 z-70 flex flex-col items-center justify-center gap-3 text-ink-muted",
        isDark ? "bg-black" : "bg-canvas",
      )}
    >
      <Spinner className="size-6" />
      <p className="text-sm">{text}</p>
      {note !== undefined && <p className="text-xs tabular-nums">{note}</p>}
    </div>
  );
}

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
