import { Moon, Sun } from "lucide-react";
import { useSettings } from "#web/lib/session.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";

/** Shown only while the settings offer dark mode. */
export function ThemeToggle({ className }: { className?: string }) {
  const t = useText();
  const isDark = useTheme() === "dark";
  if (useSettings()?.dark_mode === false) return null;
  return (
    <BareIconButton
      icon={isDark ? Sun : Moon}
      label={t(isDark ? "shell.top_bar.light" : "shell.top_bar.dark")}
      onPress={() => setTheme(isDark ? "light" : "dark")}
      {...(className !== undefined && { className })}
    />
  );
}
