/**
 * The areas, lowest first: folders of domains, features and texts. A domain imports from its own area and from lower areas
 * only. ARCHITECTURE.md describes each.
 */
export const areas = [
  "installation",
  "money",
  "people",
  "sites",
  "media",
  "work",
  "connections",
  "oversight",
] as const;

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
    "first-screens",
    "endpoint",
    "errors",
    "film-shape",
    "gpano",
    "index",
    "kinds",
    "limits",
    "money",
    "page-limits",
    "pages",
    "secure-address",
  ],
  i18n: ["common", "errors", "failures", "mail", "money", "shell", "tables"],
} as const;

/** Words without a domain, with their area and the reason. At most eight. */
export const exceptions: Readonly<
  Record<string, { readonly area: (typeof areas)[number]; readonly reason: string }>
> = {
  home: { area: "installation", reason: "the page for everybody: it asks nothing of the server" },
  map: { area: "sites", reason: "texts of the map, which projects, visits and settings show" },
  offline: { area: "media", reason: "what is kept on the device; the server has no part in it" },
  onboarding: {
    area: "people",
    reason: "the guide through the screens; its progress is kept with the profile",
  },
  player: { area: "media", reason: "the one player of films, channels and cameras" },
  profile: {
    area: "people",
    reason: "one's own account: screens of auth, sessions, passkeys, social, two-factor",
  },
  sharing: { area: "media", reason: "the one form of sharing, of visits, films, channels and cameras" },
  uploads: {
    area: "media",
    reason: "the tray of files under way; on the server they are media, of no domain",
  },
};
