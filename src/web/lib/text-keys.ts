import type auth from "#i18n/en/auth.json";
import type common from "#i18n/en/common.json";
import type dashboard from "#i18n/en/dashboard.json";
import type errors from "#i18n/en/errors.json";
import type failures from "#i18n/en/failures.json";
import type inbox from "#i18n/en/inbox.json";
import type notifications from "#i18n/en/notifications.json";
import type offline from "#i18n/en/offline.json";
import type onboarding from "#i18n/en/onboarding.json";
import type passkeys from "#i18n/en/passkeys.json";
import type profile from "#i18n/en/profile.json";
import type projects from "#i18n/en/projects.json";
import type search from "#i18n/en/search.json";
import type sessions from "#i18n/en/sessions.json";
import type settings from "#i18n/en/settings.json";
import type shell from "#i18n/en/shell.json";
import type social from "#i18n/en/social.json";
import type users from "#i18n/en/users.json";
import type viewer from "#i18n/en/viewer.json";
import type visits from "#i18n/en/visits.json";

/** All texts by domain, as the English files have them. A new domain adds its line here. */
export interface Texts {
  auth: typeof auth;
  common: typeof common;
  dashboard: typeof dashboard;
  errors: typeof errors;
  failures: typeof failures;
  inbox: typeof inbox;
  notifications: typeof notifications;
  offline: typeof offline;
  onboarding: typeof onboarding;
  passkeys: typeof passkeys;
  profile: typeof profile;
  projects: typeof projects;
  search: typeof search;
  sessions: typeof sessions;
  settings: typeof settings;
  shell: typeof shell;
  social: typeof social;
  users: typeof users;
  viewer: typeof viewer;
  visits: typeof visits;
}
