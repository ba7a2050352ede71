import type { ProjectActivity } from "#contract/projects.ts";
import type { TextKey, TextValues, Translate } from "#web/lib/translate.ts";
import type { ActivityGroup } from "./activity-groups.ts";

/** The text under a key that was put together, where there is one. */
function known(t: Translate, key: string, values?: TextValues): string | undefined {
  const text = t(key as TextKey, values);
  return text === key ? undefined : text;
}

/** Keeps a name in the other script from turning the sentence round it. */
const isolate = (text: string) => `\u2068${text}\u2069`;

/** Details that are words of ours, in the reader's language; the others are names and stand as they are. */
function detail(name: string, value: string, t: Translate): string {
  if (name === "from" || name === "to") return known(t, `projects.statuses.${value}`) ?? value;
  if (name === "role") return known(t, `team.roles.${value}`) ?? value;
  return isolate(value);
}

/** What was done, as a sentence: 'Site Office changed the status from Design to On hold'. */
export function activitySentence({ entry, entries }: ActivityGroup, t: Translate): string {
  const { action, who, subject, details } = entry;
  const values: Record<string, string | number> = {
    who: who === null || who.name === "" ? t("projects.cockpit.activity.somebody") : isolate(who.name),
    name: isolate(subject?.name ?? ""),
    person: t("projects.cockpit.activity.someone"),
    action,
  };
  // Somebody without a name is sent without one.
  for (const [name, value] of Object.entries(details))
    if (value !== "") values[name] = detail(name, value, t);
  const many =
    entries.length > 1
      ? known(t, `projects.cockpit.activity.many.${action}`, { ...values, count: entries.length })
      : undefined;
  return (
    many ??
    known(t, `projects.cockpit.activity.does.${action}`, values) ??
    t("projects.cockpit.activity.other", values)
  );
}

/** As many names as one reads in a line. */
const NAMES = 3;

/** The line under it: which fields were changed, or which rooms these were. Empty where there is nothing to add. */
export function activityNote(
  { entry, entries }: ActivityGroup,
  t: Translate,
  list: (items: readonly string[]) => string,
): string {
  if (entries.length > 1) return list(namesOf(entries, t));
  // The sentence has said what became of it.
  if (entry.action === "project.status_changed") return "";
  const fields = entry.changed.map((field) => known(t, `projects.cockpit.activity.fields.${field}`));
  return list(fields.filter((field) => field !== undefined));
}

function namesOf(entries: readonly ProjectActivity[], t: Translate): string[] {
  const names = entries.flatMap(({ subject }) => (subject === null ? [] : [isolate(subject.name)]));
  const rest = names.length - NAMES;
  // "and 1 more" is longer than the name it stands for.
  if (rest <= 1) return names;
  return [...names.slice(0, NAMES), t("projects.cockpit.activity.and_more", { count: rest })];
}
