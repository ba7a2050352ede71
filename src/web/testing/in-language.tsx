import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import type { Language } from "#contract/languages.ts";
import { textsOf } from "#web/lib/all-texts.ts";
import { localeOf } from "#web/lib/format.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";

/** Renders with the real texts of a language, as the shell does. */
export async function renderIn(language: Language, content: ReactElement) {
  translate.set(createTranslate(language, await textsOf(language)));
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  return render(<I18nProvider locale={localeOf(language)}>{content}</I18nProvider>);
}
