import { ApiError } from "#web/lib/client.ts";
import { errorText, translateMaybe } from "#web/lib/error-text.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";

/** Describes an error in the user's language. The texts of all errors are loaded with the first one. */
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
