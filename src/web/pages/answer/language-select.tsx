import { ChevronDown, Languages } from "lucide-react";
import { crewLanguages } from "#contract/choices.ts";
import { crewLanguageLooks } from "#contract/crews.languages.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";

interface LanguageSelectProps {
  language: CrewLanguage;
  onChange: (language: CrewLanguage) => void;
}

/** The languages, each in its own script, in the device's native list. */
export function LanguageSelect({ language, onChange }: LanguageSelectProps) {
  const t = useText();
  return (
    <label className="relative inline-flex h-11 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-ink-muted hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
      <span className="sr-only">{t("crews.answer.language")}</span>
      <Icon of={Languages} />
      <span aria-hidden lang={language} className="text-ink">
        {crewLanguageLooks[language].name}
      </span>
      <Icon of={ChevronDown} size="sm" />
      <select
        value={language}
        onChange={({ target }) => {
          const chosen = crewLanguages.find((one) => one === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {crewLanguages.map((one) => (
          <option key={one} value={one} lang={one}>
            {crewLanguageLooks[one].name}
          </option>
        ))}
      </select>
    </label>
  );
}
