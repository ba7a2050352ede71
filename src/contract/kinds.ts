/**
 * Records that a policy can load, with their headings in docs/permissions.md. A call names one by
 * `access: { can: "visit.view", by: "id" }`.
 */
export const recordKinds = {
  project: "Projects",
  binned_project: "Projects in the bin",
  visit: "Visits",
  room: "Rooms",
  sheet: "Floor plans",
  snag: "Snags",
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

/** A kind of thing in a project, and where else it shows itself. */
interface Thing {
  /** Its lines in the project's log are for those who may do this in the project; without it for all who may read the log. */
  readonly log?: string;
  /** Right to hold for what is new of it on the dashboard; without it nobody reads of it there. */
  readonly dashboard?: string;
  /** Its webhook events, and what one must be allowed in the project to be told. */
  readonly webhooks?: { readonly to: string; readonly events: readonly string[] };
  /** Page of this site that shows one, `{id}` or `{code}` filled in, for webhooks. */
  readonly page?: string;
  /** It can be searched for: the page that opens it, and the name of its icon. */
  readonly found?: { readonly page: string; readonly icon: string };
}

/** Every kind of thing that a project's log tells of, by the first word of its actions. */
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
  sheet: {
    log: "view_sheets",
    dashboard: "sheets.view",
    webhooks: { to: "view_sheets", events: ["created", "changed", "deleted"] },
  },
  snag: {
    log: "view_snags",
    dashboard: "snags.view",
    webhooks: { to: "view_snags", events: ["created", "changed", "commented", "deleted"] },
    page: "/snags/{id}",
    found: { page: "/snags/{id}", icon: "clipboard-list" },
  },
  diary: {
    log: "view_snags",
    dashboard: "snags.view",
    webhooks: { to: "view_snags", events: ["closed", "corrected"] },
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
/** What is said of a kind of thing, whatever kind it is. */
export const thingOf = (kind: ActivityKind): Thing => things[kind];

/** Kinds of thing that a project's log tells of. */
export const activityKinds = names;
/** What can be found. */
export const searchTypes = names.filter((kind): kind is SearchType => thingOf(kind).found !== undefined) as [
  SearchType,
  ...SearchType[],
];
/** What a webhook can be told of: the actions of a project's log that say something outside. */
export const webhookEvents = names.flatMap((kind) =>
  (thingOf(kind).webhooks?.events ?? []).map((event) => `${kind}.${event}`),
) as [WebhookEventName, ...WebhookEventName[]];

/** A path of this site with its places filled in. */
export const pathOf = (
  page: string,
  { id, code = "" }: { readonly id: number; readonly code?: string },
): string => page.replace("{id}", String(id)).replace("{code}", encodeURIComponent(code));

/** What people can be told of; each chooses by which way. */
export const notificationKinds = [
  "security",
  "invitation",
  "visit_created",
  "project_created",
  "member_changed",
  "snag",
  "diary",
  "video",
  "live",
  "camera",
  "message",
  "plan",
  "export",
  "integration",
] as const;
