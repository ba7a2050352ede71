import type { Formatter } from "#web/lib/format.ts";
import type { Translate } from "#web/lib/use-text.ts";
import type { Tone } from "#web/ui/tone.ts";

/** '3 % behind plan', with the matching tone. */
export function againstPlan(
  percent: number,
  planned: number,
  t: Translate,
  format: Formatter,
): { text: string; tone: Tone } {
  const difference = Math.round(percent) - Math.round(planned);
  if (difference === 0) return { text: t("schedules.against.on"), tone: "ok" };
  const values = { percent: format.percent(Math.abs(difference) / 100) };
  return difference < 0
    ? { text: t("schedules.against.behind", values), tone: "warn" }
    : { text: t("schedules.against.ahead", values), tone: "ok" };
}
