import { Moon, Sun } from "lucide-react";
import type { Language } from "#contract/languages.ts";
import { changeLanguage, languages, useLanguage } from "#web/lib/language.ts";
import { useSettings } from "#web/lib/session.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { useText } from "#web/lib/use-text.ts";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { showAccount } from "./account.ts";
import { SettingRow } from "./setting-row.tsx";

const choices = languages.map(({ code, name }) => ({ value: code, label: name }));

/** Appearance and language. Takes effect at once, so there is nothing to save. */
export function PreferencesSection() {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  const settings = useSettings();

  async function speak(next: Language): Promise<void> {
    await changeLanguage(next);
    showAccount({ language: next });
  }

  return (
    <>
      <p className="mb-5 text-ink-muted">{t("profile.preferences.text")}</p>
      <div className="divide-y divide-line border-y border-line">
        {settings?.languages_enabled !== false && (
          <SettingRow title={t("profile.preferences.language")} text={t("profile.preferences.language_text")}>
            <SegmentedControl
              label={t("profile.preferences.language")}
              value={language}
              onChange={(next) => void speak(next)}
              segments={choices}
            />
          </SettingRow>
        )}
        {settings?.dark_mode !== false && (
          <SettingRow title={t("profile.preferences.theme")} text={t("profile.preferences.theme_text")}>
            <SegmentedControl
              label={t("profile.preferences.theme")}
              value={theme}
              onChange={setTheme}
              segments={[
                { value: "light", label: t("profile.preferences.light"), icon: Sun },
                { value: "dark", label: t("profile.preferences.dark"), icon: Moon },
              ]}
            />
          </SettingRow>
        )}
      </div>
    </>
  );
}
