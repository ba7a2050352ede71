import type { ActivityEntry } from "#contract/users.ts";
import type { TextKey, Translate } from "./use-text.ts";

/** The text of a composed key, where there is one. */
function known(t: Translate, key: string, values?: Record<string, string>): string | undefined {
  const text = t(key as TextKey, values);
  return text === key ? undefined : text;
}

/** The sentence of an action: 'Added the visit “Week 11”'. An action without a text keeps its name. */
export function activitySentence({ action, subject, changed }: ActivityEntry, t: Translate): string {
  const [kind = "", verb = ""] = action.split(".");
  const provider = kind === "social" ? known(t, `profile.security.providers.${changed[0]}`) : undefined;
  const name = subject?.name ?? provider ?? "";
  return (
    (name === "" ? known(t, `profile.activity.nameless.${kind}.${verb}`) : undefined) ??
    known(t, `profile.activity.does.${kind}.${verb}`, { name }) ??
    t("profile.activity.other", { action })
  );
}

/** Translation prefix of the field names, by kind. */
const fieldWords: Readonly<Record<string, string>> = {
  user: "profile.fields",
  project: "projects",
  visit: "visits",
  room: "visits",
};

/** The changed fields by their labels on the screens; those without one are left out. */
export function changedFields({ action, changed }: ActivityEntry, t: Translate): string[] {
  const words = fieldWords[action.split(".")[0] ?? ""];
  if (words === undefined) return [];
  return changed.map((field) => known(t, `${words}.${field}`)).filter((name) => name !== undefined);
}
