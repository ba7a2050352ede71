import { Keyboard, Languages, LogOut, type LucideIcon, Moon, Sun } from "lucide-react";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import { type Creation, startCreation } from "#web/lib/creation.ts";
import { changeLanguage, languageName, useLanguage } from "#web/lib/language.ts";
import { useSettings, useUser } from "#web/lib/session.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { useFollow } from "#web/shell/use-follow.ts";
import { isShortcutsOpen } from "../access.ts";

export interface Command {
  /** The same in every language and session. */
  readonly id: string;
  readonly group: "screens" | "create" | "actions";
  readonly label: string;
  /** Search words that are not in its label. */
  readonly words: string;
  readonly icon: LucideIcon;
  readonly points?: boolean;
  readonly run: () => void;
}

/** Targets of the palette; passed in by the route table, because a feature knows neither others nor the shell. */
export interface PaletteParts {
  readonly screens: readonly { path: string; label: string; icon: LucideIcon }[];
  readonly creations: readonly {
    kind: Creation["kind"];
    label: TextKey;
    icon: LucideIcon;
    isAllowed: (user: CurrentUser) => boolean;
  }[];
}

/** All commands that the user can run from anywhere. Unauthorised ones are not offered. */
export function useCommands({ screens, creations }: PaletteParts, onLogout: () => void): Command[] {
  const t = useText();
  const follow = useFollow();
  const user = useUser();
  const actions = useActions(onLogout);
  return [
    ...screens.map(
      ({ path, label, icon }): Command => ({
        id: `go ${path}`,
        group: "screens",
        label,
        words: path.slice(1),
        icon,
        run: () => follow(path),
      }),
    ),
    ...creations
      .filter(({ isAllowed }) => user !== null && isAllowed(user))
      .map(
        ({ kind, label, icon }): Command => ({
          id: `create ${kind}`,
          group: "create",
          label: t(label),
          words: `${t("search.palette.words.create")} ${kind}`,
          icon,
          run: () => startCreation({ kind }),
        }),
      ),
    ...actions,
  ];
}

function useActions(onLogout: () => void): Command[] {
  const t = useText();
  const settings = useSettings();
  const isDark = useTheme() === "dark";
  const other: Language = useLanguage() === "en" ? "ar" : "en";
  const action = (id: string, label: string, words: TextKey, icon: LucideIcon, run: () => void): Command => ({
    id,
    group: "actions",
    label,
    words: t(words),
    icon,
    run,
  });
  const theme = action(
    "theme",
    t(isDark ? "search.palette.light" : "search.palette.dark"),
    "search.palette.words.theme",
    isDark ? Sun : Moon,
    () => setTheme(isDark ? "light" : "dark"),
  );
  const language = action(
    "language",
    t("search.palette.language", { language: languageName(other) }),
    "search.palette.words.language",
    Languages,
    () => void changeLanguage(other),
  );
  return [
    ...(settings?.dark_mode === false ? [] : [theme]),
    ...(settings?.languages_enabled === false ? [] : [language]),
    action("shortcuts", t("search.palette.shortcuts"), "search.palette.words.shortcuts", Keyboard, () =>
      isShortcutsOpen.set(true),
    ),
    {
      ...action("logout", t("search.palette.logout"), "search.palette.words.logout", LogOut, onLogout),
      points: true,
    },
  ];
}
