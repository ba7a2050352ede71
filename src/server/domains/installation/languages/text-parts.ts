import type { TextPart } from "#contract/languages.ts";
import { mergeTexts, type TextTree, withoutTexts } from "#i18n/text-tree.ts";

/** Texts that no page of the application shows: those of emails, of printed reports and of the page of crews. */
export const unshown = ["crews.answer", "mail", "snags.reports", "tables"];

/** Texts of the sign-in pages; those of `users` are refusals of a user's own data. */
const doorTexts = [
  "auth",
  "common",
  "errors",
  "shell",
  "social",
  "users.country_invalid",
  "users.email_deleted",
  "users.email_in_bin",
  "users.email_invalid",
  "users.email_required",
  "users.email_taken",
  "users.field_required",
  "users.first_name_required",
  "users.tel_invalid",
  "users.username_in_bin",
  "users.username_invalid",
  "users.username_required",
  "users.username_reserved",
  "users.username_short",
  "users.username_taken",
];
/** Among them, texts of the frame around the screens of signed-in users. */
const frameTexts = ["shell.logout", "shell.sidebar", "shell.top_bar", "shell.user_menu"];
/** Texts of the public pages. */
const publicTexts = [
  "common",
  "errors",
  "failures",
  "home",
  "map",
  "profile.public",
  "projects.statuses",
  "sharing.links",
  "shell",
  "showcase",
];
/** Texts of the frame and of the screens in `contract/first-screens.ts`; a stem stands for all its plural forms. */
const startTexts = [
  "cctv.new",
  "common",
  "dashboard",
  "errors",
  "failures",
  "live.new",
  "messages.arrived",
  "messages.button",
  "messages.button_unread",
  "messages.title",
  "notifications.arrived",
  "notifications.bell",
  "notifications.bell_unread",
  "notifications.title",
  "onboarding.start",
  "plans.subscription.quota",
  "plans.subscription.unpaid",
  "progress.told",
  "projects",
  "search",
  "sheets.edit",
  "shell",
  "snags",
  "team.edit",
  "team.join",
  "team.roles",
  "team.title",
  "videos.edit",
  "videos.new",
  "visits",
];
/** Among them, texts of what opens later. A failed call that needs one shows it when it has arrived. */
const laterTexts = [
  "errors.code",
  "projects.approvals",
  "projects.cockpit",
  "projects.form",
  "search.shortcuts",
  "search.tips",
  "snags.comments",
  "snags.detail",
  "snags.dialog",
  "snags.history",
  "snags.import",
  "snags.photos",
  "snags.plan",
  "visits.match",
];
/** Texts of the dashboard that stand among those of the project's page. */
const startLogTexts = ["projects.cockpit.activity"];

const parts: Readonly<Record<TextPart, (all: TextTree) => TextTree>> = {
  doors: (all) => withoutTexts(pick(all, doorTexts), pick(all, frameTexts)),
  public: (all) => pick(all, publicTexts),
  start: (all) => startOf(all),
  rest: (all) => withoutTexts(all, startOf(all)),
};

const startOf = (all: TextTree): TextTree =>
  mergeTexts(withoutTexts(pick(all, startTexts), pick(all, laterTexts)), pick(all, startLogTexts));

/** The texts of one part, out of all of a language. */
export const textsOfPart = (all: TextTree, part: TextPart): TextTree => parts[part](all);

/** The texts under these keys, in their places; a key without its plural form stands for all of them. */
function pick(all: TextTree, keys: readonly string[]): TextTree {
  return keys.reduce<TextTree>((picked, key) => mergeTexts(picked, one(all, key.split("."))), {});
}

function one(tree: TextTree, [key = "", ...deeper]: readonly string[]): TextTree {
  const found = tree[key];
  if (deeper.length > 0) return typeof found === "object" ? { [key]: one(found, deeper) } : {};
  const forms = Object.entries(tree).filter(([name]) => name === key || name.replace(plural, "") === key);
  return Object.fromEntries(forms);
}

const plural = /_(?:zero|one|two|few|many|other)$/;
