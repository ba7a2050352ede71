import { useId } from "react";
import { apiAreas } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { allReading, type ChosenLevels, type Level, levels } from "../scopes.ts";

export interface ScopeFieldsProps {
  chosen: ChosenLevels;
  onChange: (chosen: ChosenLevels) => void;
  error: string | undefined;
}

/** For each area: no access, read, or write. */
export function ScopeFields({ chosen, onChange, error }: ScopeFieldsProps) {
  const t = useText();
  const id = useId();
  const segments = levels.map((value) => ({ value, label: t(`api_access.make.level.${value}`) }));
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="mb-1 text-sm font-strong">{t("api_access.make.scopes")}</legend>
      <p id={id} className={error === undefined ? "text-xs text-ink-muted" : "text-xs text-bad-text"}>
        {error ?? t("api_access.make.scopes_hint")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onPress={() => onChange(allReading)}>
          {t("api_access.make.all_reading")}
        </Button>
        <Button size="sm" onPress={() => onChange({})}>
          {t("api_access.make.nothing")}
        </Button>
      </div>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {apiAreas.map((area) => (
          <li key={area} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2">
            <span className="text-sm">{t(`api_access.areas.${area}`)}</span>
            <SegmentedControl<Level>
              label={t(`api_access.areas.${area}`)}
              segments={segments}
              value={chosen[area] ?? "none"}
              onChange={(level) => onChange({ ...chosen, [area]: level })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
