import type { ProjectActivity } from "#contract/projects.ts";
import type { TextKey, TextValues, Translate } from "#web/lib/translate.ts";
import type { ActivityGroup } from "./activity-groups.ts";

/** The text of a composed key, where there is one. */
function known(t: Translate, key: string, values?: TextValues): string | undefined {
  const text = t(key as TextKey, values);
  return text === key ? undefined : text;
}

/** Keeps a name in the other script from changing the sentence's direction. */
const isolate = (text: string) => `\u2068${text}\u2069`;

/** Translates details that are our own terms; the others are names and stay as they are. */
function detail(name: string, value: string, t: Translate): string {
  if (name === "from" || name === "to") return known(t, `projects.statuses.${value}`) ?? value;
  if (name === "role") return known(t, `team.roles.${value}`) ?? value;
  return isolate(value);
}

/** The sentence of an action: 'Site Office changed the status from Design to On hold'. */
export function activitySentence({ entry, entries }: ActivityGroup, t: Translate): string {
  const { action, who, subject, details } = entry;
  const values: Record<string, string | number> = {
    who: who === null || who.name === "" ? t("projects.cockpit.activity.somebody") : isolate(who.name),
    name: isolate(subject?.name ?? ""),
    person: t("projects.cockpit.activity.someone"),
    action,
  };
  // A user without a name is sent without one.
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

/** Number of names that fit in a line. */
const NAMES = 3;

/** The line below it: the changed fields, or the names of the rooms. Empty where there is nothing to add. */
export function activityNote(
  { entry, entries }: ActivityGroup,
  t: Translate,
  list: (items: readonly string[]) => string,
): string {
  if (entries.length > 1) return list(namesOf(entries, t));
  // The sentence already gives the result.
  if (entry.action === "project.status_changed") return "";
  const fields = entry.changed.map((field) => known(t, `projects.cockpit.activity.fields.${field}`));
  return list(fields.filter((field) => field !== undefined));
}

function namesOf(entries: readonly ProjectActivity[], t: Translate): string[] {
  const names = entries.flatMap(({ subject }) => (subject === null ? [] : [isolate(subject.name)]));
  const rest = names.length - NAMES;
  // "and 1 more" is longer than the name it replaces.
  if (rest <= 1) return names;
  return [...names.slice(0, NAMES), t("projects.cockpit.activity.and_more", { count: rest })];
}
