/**
 * The areas of the house, from the ground up: a domain imports from its own area and from those below it, never from one
 * above. ARCHITECTURE.md says in a paragraph what each is for.
 */
export const areas = {
  /** What every site has before anybody builds on it: its settings and texts, its state, its news and its record. */
  installation: ["audit", "geo", "languages", "notifications", "search", "settings", "system"],
  /** Who may begin how much, and what he pays for it. */
  money: ["billing", "plans"],
  /** Who somebody is, how he comes in, and what he writes to others. */
  people: [
    "auth",
    "messages",
    "passkeys",
    "recovery",
    "registration",
    "sessions",
    "social",
    "two-factor",
    "users",
  ],
  /** What is built, by whom, and what leaves the house of it. */
  sites: ["categories", "exports", "projects", "team"],
  /** What is seen of a site: walks, plans, films, live pictures. */
  media: [
    "access-logs",
    "cctv",
    "comments",
    "guided",
    "live",
    "sheets",
    "showcase",
    "snapshots",
    "tour",
    "videos",
    "viewer",
    "visits",
  ],
  /** What has to be done on a site, and how far it has come. */
  work: ["progress", "schedules", "snags"],
  /** Programs, tools and browsers that listen. */
  connections: ["api-access", "autodesk", "realtime", "tools", "webhooks"],
  /** The whole place at once, for those who answer for it. */
  oversight: ["administration", "dashboard", "evidence"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Features that others may use: they stand below them, and use none. */
export const lowerFeatures: Readonly<Record<string, string>> = {
  player: "the one player, which screens of films, channels and cameras show",
};

/** Files of the contract and of the texts that belong to no domain: all of them use them. */
export const shared = {
  contract: [
    "areas",
    "choices",
    "common",
    "currencies",
    "doors",
    "endpoint",
    "errors",
    "gpano",
    "index",
    "limits",
    "money",
    "page-limits",
    "pages",
    "secure-address",
  ],
  i18n: ["common", "errors", "failures", "mail", "money", "shell", "tables"],
} as const;

/** Words that no domain has, and why that is right. At most eight. */
export const exceptions: Readonly<Record<string, string>> = {
  home: "the page for everybody: it asks nothing of the server",
  map: "texts of the map, which projects, visits and settings show",
  offline: "what is kept on the device; the server has no part in it",
  onboarding: "the guide through the screens; what was seen of it is kept with the profile",
  player: "texts of the one player of films, channels and cameras",
  profile: "one's own account: screens of auth, sessions, passkeys, social and two-factor",
  uploads: "the tray of files under way; on the server they are media, of no domain",
};

/** Words that wait to be called as their domain is. The list only shrinks. */
export const waiting: Readonly<Record<string, string>> = {
  "activity-log": "audit",
  approvals: "projects",
  bills: "billing",
  cockpit: "projects",
  inbox: "messages",
  invoices: "billing",
  reports: "snags",
  share: "access-logs",
  sharing: "access-logs",
  subscription: "plans",
  tiers: "plans",
};
