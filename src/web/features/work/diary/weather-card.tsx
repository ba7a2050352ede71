import { useMutation } from "@tanstack/react-query";
import { CloudDownload } from "lucide-react";
import { type DiaryFields, diaryLimits } from "#contract/diary.ts";
import { call, quiet } from "#web/lib/client.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SuggestField } from "#web/ui/suggest-field.tsx";

const skies = [
  "sunny",
  "cloudy",
  "rain",
  "wind",
  "dust",
  "fog",
  "thunderstorm",
  "hot",
  "cold",
  "snow",
] as const;
const measures = [
  { name: "low", least: -90, most: 70 },
  { name: "high", least: -90, most: 70 },
  { name: "rain", least: 0, most: 2000 },
  { name: "wind", least: 0, most: 500 },
] as const;

interface WeatherCardProps {
  project: number;
  day: string;
  value: DiaryFields["weather"];
  onChange: (weather: DiaryFields["weather"]) => void;
  /** Whether the settings have a weather service. */
  isFetchable: boolean;
}

/** The weather of a day, typed or loaded. A typed value replaces a loaded one and is the author's own. */
export function WeatherCard({ project, day, value, onChange, isFetchable }: WeatherCardProps) {
  const t = useText();
  const lang = useLanguage();
  const fetched = useMutation({
    mutationFn: () =>
      call(
        "GET /api/projects/{id}/diary/{day}/weather",
        { params: { id: project, day }, query: { lang } },
        quiet,
      ),
    onSuccess: onChange,
  });
  const type = (next: Partial<DiaryFields["weather"]>) => onChange({ ...value, ...next, is_fetched: false });
  return (
    <Card
      title={t("diary.fields.weather")}
      actions={
        isFetchable && (
          <Button icon={CloudDownload} isPending={fetched.isPending} onPress={() => fetched.mutate()}>
            {t("diary.weather.fetch")}
          </Button>
        )
      }
    >
      {fetched.isError && (
        <Banner tone="bad" className="mb-3">
          {fieldError(fetched.error, "weather", t) ?? errorText(fetched.error, t)}
        </Banner>
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <SuggestField
          label={t("diary.weather.text")}
          value={value.text}
          suggestions={skies.map((sky) => t(`diary.weather.choices.${sky}`))}
          maxLength={diaryLimits.name}
          onChange={(text) => type({ text })}
          className="col-span-2 sm:col-span-4"
        />
        {measures.map(({ name, least, most }) => (
          <NumberField
            key={name}
            label={t(`diary.weather.${name}`)}
            value={value[name] ?? Number.NaN}
            minValue={least}
            maxValue={most}
            step={0.1}
            onChange={(figure) => type({ [name]: Number.isNaN(figure) ? null : figure })}
          />
        ))}
      </div>
      {value.is_fetched && <p className="mt-2 text-sm text-ink-muted">{t("diary.weather.fetched")}</p>}
    </Card>
  );
}
