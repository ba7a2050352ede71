/**
 * Records that a policy can load, with their headings in docs/permissions.md. A call names one by
 * `access: { can: "visit.view", by: "id" }`.
 */
export const recordKinds = {
  project: "Projects",
  binned_project: "Projects in the bin",
  visit: "Visits",
  room: "Rooms",
  photo: "Photos",
  sheet: "Floor plans",
  snag: "Snags",
  crew: "Crews",
  snapshot: "Snapshots",
  video: "360 videos",
  video_comment: "Video comments",
  channel: "Live channels",
  camera: "Cameras",
  user: "Accounts",
  session: "Sessions",
  passkey: "Passkeys",
  message: "Messages",
  invitation: "Invitations",
  project_export: "Exports",
  plan: "Plans",
  tier: "Size tiers",
  invoice: "Invoices",
  progress_entry: "Progress",
  autodesk_link: "Autodesk links",
  api_token: "API tokens",
  webhook: "Webhooks",
} as const;
export type SubjectName = keyof typeof recordKinds;

/** A kind of item in a project, and the other features that use it. */
interface Thing {
  /** Right in the project that is needed to read its log entries; if omitted, anyone who may read the log. */
  readonly log?: string;
  /** Right needed for its news on the dashboard; if omitted, it has none there. */
  readonly dashboard?: string;
  /** Its webhook events, and the right in the project needed to receive them. */
  readonly webhooks?: { readonly to: string; readonly events: readonly string[] };
  /** Page of this installation that shows one, `{id}` or `{code}` filled in, for webhooks. */
  readonly page?: string;
  /** Searchable: the page that opens it, and the name of its icon. */
  readonly found?: { readonly page: string; readonly icon: string };
}

/** Every kind of item in a project's log, by the first word of its actions. */
export const things = {
  project: {
    dashboard: "project.view",
    webhooks: { to: "view", events: ["created", "changed", "status_changed"] },
    found: { page: "/project/{id}", icon: "building-2" },
  },
  visit: {
    log: "view_visits",
    dashboard: "visits.view",
    webhooks: { to: "view_visits", events: ["created", "changed", "shared", "deleted"] },
    page: "/editvisit/{id}",
    found: { page: "/viewer/{code}", icon: "camera" },
  },
  room: {
    log: "view_visits",
    dashboard: "visits.view",
    webhooks: { to: "view_visits", events: ["created", "deleted"] },
  },
  walk: {
    log: "view_visits",
    webhooks: { to: "view_visits", events: ["created", "ready", "made", "deleted"] },
  },
  photo: {
    log: "view_visits",
    dashboard: "visits.view",
    webhooks: { to: "view_visits", events: ["created", "changed", "deleted"] },
    page: "/photo/{id}",
    found: { page: "/photo/{id}", icon: "image" },
  },
  sheet: {
    log: "view_sheets",
    dashboard: "sheets.view",
    webhooks: { to: "view_sheets", events: ["created", "changed", "deleted"] },
  },
  spot_code: { log: "view_visits" },
  coverage: {
    log: "view_visits",
    webhooks: { to: "view_visits", events: ["overdue", "skipped"] },
  },
  snag: {
    log: "view_snags",
    dashboard: "snags.view",
    webhooks: {
      to: "view_snags",
      events: ["created", "changed", "commented", "answered", "voice_added", "deleted"],
    },
    page: "/snags/{id}",
    found: { page: "/snags/{id}", icon: "clipboard-list" },
  },
  crew: { log: "view_snags" },
  diary: {
    log: "view_snags",
    dashboard: "snags.view",
    webhooks: { to: "view_snags", events: ["closed", "corrected", "voice_added"] },
    found: { page: "/diary/{code}", icon: "notebook-pen" },
  },
  video: {
    dashboard: "videos.view",
    webhooks: { to: "view_videos", events: ["created", "commented"] },
    page: "/videos/{id}/watch",
    found: { page: "/video/{code}", icon: "video" },
  },
  channel: { dashboard: "live.view", webhooks: { to: "view_live", events: ["live"] } },
  camera: { dashboard: "cameras.view", found: { page: "/cctv/{code}", icon: "cctv" } },
  progress: { log: "view_visits", dashboard: "visits.view" },
  schedule: { log: "view_visits" },
  owner_report: { log: "edit", webhooks: { to: "edit", events: ["sent", "asked"] } },
  team: { dashboard: "team.view" },
  export: { dashboard: "team.view", webhooks: { to: "export", events: ["made"] } },
} as const satisfies Readonly<Record<string, Thing>>;

type Things = typeof things;
export type ActivityKind = keyof Things;
export type SearchType = {
  [K in ActivityKind]: Things[K] extends { readonly found: unknown } ? K : never;
}[ActivityKind];
export type WebhookEventName = {
  [K in ActivityKind]: Things[K] extends {
    readonly webhooks: { readonly events: readonly (infer E extends string)[] };
  }
    ? `${K}.${E}`
    : never;
}[ActivityKind];

const names = Object.keys(things) as [ActivityKind, ...ActivityKind[]];
/** Properties of a kind of item, typed alike for all kinds. */
export const thingOf = (kind: ActivityKind): Thing => things[kind];

/** Kinds of items in a project's log. */
export const activityKinds = names;
/** Searchable kinds. */
export const searchTypes = names.filter((kind): kind is SearchType => thingOf(kind).found !== undefined) as [
  SearchType,
  ...SearchType[],
];
/** Webhook events: the actions of a project's log that concern external systems. */
export const webhookEvents = names.flatMap((kind) =>
  (thingOf(kind).webhooks?.events ?? []).map((event) => `${kind}.${event}`),
) as [WebhookEventName, ...WebhookEventName[]];

/** A path of this installation with its placeholders filled in. */
export const pathOf = (
  page: string,
  { id, code = "" }: { readonly id: number; readonly code?: string },
): string => page.replace("{id}", String(id)).replace("{code}", encodeURIComponent(code));

/** Kinds of notifications; each user selects how to receive them. */
export const notificationKinds = [
  "security",
  "invitation",
  "visit_created",
  "project_created",
  "member_changed",
  "snag",
  "diary",
  "coverage",
  "video",
  "live",
  "camera",
  "message",
  "plan",
  "export",
  "integration",
] as const;
