import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useLanguage } from "#web/lib/language.ts";
import { localeOf } from "#web/lib/locale.ts";
import { durationText, type Wait } from "#web/lib/use-countdown.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";

/** Why the last try failed. A required wait is counted down; it is read out once, not every second. */
export function Refusal({ failure, wait }: { failure: unknown; wait: Wait }) {
  const t = useText();
  const locale = localeOf(useLanguage());
  if (failure === null) return null;
  if (!(failure instanceof ApiError && failure.status === 429))
    return <Banner tone={isOwnChoice(failure) ? "info" : "bad"}>{failureText(failure, t)}</Banner>;
  if (wait.left === 0) return <Banner>{t("auth.wait_over")}</Banner>;
  return (
    <Banner tone="warn">
      <span className="sr-only">{t("auth.wait", { time: durationText(wait.whole, locale) })}</span>
      <span aria-hidden data-tabular>
        {t("auth.wait", { time: durationText(wait.left, locale) })}
      </span>
    </Banner>
  );
}

/** The user cancelled the browser's own dialog, or had nothing to select in it. */
const isOwnChoice = (failure: unknown) =>
  failure instanceof Error && ["NotAllowedError", "AbortError"].includes(failure.name);

/** The server's message; where it has none, the specified one. */
function failureText(failure: unknown, t: Translate): string {
  if (isOwnChoice(failure)) return t("auth.passkey_cancelled");
  const isWordless = failure instanceof ApiError && failure.code === "UNKNOWN" && failure.message === "";
  return isWordless ? t("errors.failed.login") : errorText(failure, t);
}
