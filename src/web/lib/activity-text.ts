import type { ActivityEntry } from "#contract/users.ts";
import type { TextKey, Translate } from "./use-text.ts";

/** The text under a key that was put together, where there is one. */
function known(t: Translate, key: string, values?: Record<string, string>): string | undefined {
  const text = t(key as TextKey, values);
  return text === key ? undefined : text;
}

/** What somebody did, as a sentence: 'Added the visit “Week 11”'. An action that has no words yet keeps its name. */
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

/** Where the names of a kind's fields stand. */
const fieldWords: Readonly<Record<string, string>> = {
  user: "profile.fields",
  project: "projects",
  visit: "visits",
  room: "visits",
};

/** The changed fields by the names they have on the screens; those without one are left out. */
export function changedFields({ action, changed }: ActivityEntry, t: Translate): string[] {
  const words = fieldWords[action.split(".")[0] ?? ""];
  if (words === undefined) return [];
  return changed.map((field) => known(t, `${words}.${field}`)).filter((name) => name !== undefined);
}
