/**
 * Areas of domains, lowest first. A domain imports from its own area and from lower areas only. ARCHITECTURE.md describes
 * each area.
 */
export const areas = {
  /** Settings, texts, system status, notifications, search and the audit log. */
  installation: ["audit", "geo", "languages", "notifications", "search", "settings", "system"],
  /** Plans, quotas and invoices. */
  money: ["billing", "plans"],
  /** Accounts, sign-in, sessions and messages. */
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
  /** Projects, their categories, teams and exports. */
  sites: ["categories", "exports", "projects", "team"],
  /** Visits, sheets, videos, live channels and cameras. */
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
  /** Snags, schedules and progress. */
  work: ["progress", "schedules", "snags"],
  /** API tokens, webhooks, outside tools and real time. */
  connections: ["api-access", "autodesk", "realtime", "tools", "webhooks"],
  /** Administration, dashboard and evidence. */
  oversight: ["administration", "dashboard", "evidence"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Features that other features may import. */
export const lowerFeatures: Readonly<Record<string, string>> = {
  player: "the one player, which screens of films, channels and cameras show",
};

/** Files of the contract and namespaces of texts that belong to no domain. */
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

/** Words without a domain, with the reason. At most eight. */
export const exceptions: Readonly<Record<string, string>> = {
  home: "the page for everybody: it asks nothing of the server",
  map: "texts of the map, which projects, visits and settings show",
  offline: "what is kept on the device; the server has no part in it",
  onboarding: "the guide through the screens; what was seen of it is kept with the profile",
  player: "texts of the one player of films, channels and cameras",
  profile: "one's own account: screens of auth, sessions, passkeys, social and two-factor",
  uploads: "the tray of files under way; on the server they are media, of no domain",
};

/** Words to be renamed, with their domain. The list only shrinks. */
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
