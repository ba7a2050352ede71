import { Languages } from "lucide-react";
import type { ReactElement } from "react";
import { changeLanguage, languages, useLanguage } from "#web/lib/language.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";

/** Shown only while the settings offer languages. Letters, not flags first: a flag is a country, not a language. */
export function LanguageMenu({ trigger }: { trigger?: ReactElement }) {
  const t = useText();
  const current = useLanguage();
  if (useSettings()?.languages_enabled === false) return null;
  return (
    <Menu
      label={t("shell.top_bar.language")}
      selected={current}
      trigger={trigger ?? <IconButton icon={Languages} label={t("shell.top_bar.language")} />}
    >
      {languages.map(({ code, name, letters, flag }) => (
        <MenuItem
          key={code}
          id={code}
          label={name}
          onAction={() => void changeLanguage(code)}
          leading={
            <span aria-hidden className="flex w-12 items-center gap-2 text-ink-muted">
              <span className="w-5 text-center text-xs font-strong">{letters}</span>
              {flag}
            </span>
          }
        />
      ))}
    </Menu>
  );
}
