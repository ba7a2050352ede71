import { ApiError } from "#web/lib/client.ts";
import { errorText, translateMaybe } from "#web/lib/error-text.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";

/** What went wrong, in the reader's words. The sentences of all refusals are fetched when the first one is met. */
export async function failureText(frame: Frame, error: unknown): Promise<string> {
  const t = translate.get();
  if (!(error instanceof ApiError)) return t("tour.failed");
  const [field] = Object.values(error.fields).flat();
  const own = field?.startsWith("tour.") === true ? translateMaybe(field, t) : field;
  if (own !== undefined && own !== field) return own;
  try {
    await fetchTexts(frame.speaker, "errors");
    return errorText(error, t);
  } catch {
    return t("tour.failed");
  }
}
