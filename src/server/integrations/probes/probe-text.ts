import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/installation/settings.probes.json" with { type: "json" };
import en from "#i18n/en/installation/settings.probes.json" with { type: "json" };
import { isolate } from "#i18n/isolate.ts";
import { fillText } from "#server/platform/mail/text.ts";

/** A sentence about an outside service, for the administrator who configured it. */
export interface ProbeText {
  readonly key: keyof typeof en;
  readonly values: Readonly<Record<string, string | number>>;
}

const texts: Readonly<Record<Language, typeof en>> = { en, ar };

export const probeText = (key: ProbeText["key"], values: ProbeText["values"] = {}): ProbeText => ({
  key,
  values,
});

/** The sentence in a language. */
export function probeWords({ key, values }: ProbeText, language: Language): string {
  const written = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return fillText(texts[language][key], Object.fromEntries(written), (value) => isolate(value, language));
}

/** An outside service does not work; the message is in English, for the log. */
export class OutsideTrouble extends Error {
  override name = "OutsideTrouble";
  readonly said: ProbeText;
  constructor(said: ProbeText) {
    super(probeWords(said, "en"));
    this.said = said;
  }
}
