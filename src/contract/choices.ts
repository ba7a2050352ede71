/**
 * The choices of the contract as plain lists, for those who offer them: this file imports nothing, so that a screen
 * which shows them does not bring the schemas into the browser.
 */
export const projectSorts = ["updated", "name", "created", "last_visit"] as const;
/** Verbs of the project policy by which its list can be narrowed, for a caller who is to choose a project. */
export const projectVerbs = [
  "edit",
  "view_visits",
  "view_snags",
  "add_visit",
  "add_snag",
  "add_video",
  "add_channel",
  "add_camera",
] as const;
export type ProjectVerb = (typeof projectVerbs)[number];
export const visitSorts = ["date", "name", "created"] as const;

/** How a room stands to a room of another visit; `found` is by plan or name, without a person. */
export const matchStates = ["bound", "found", "proposed", "different", "open"] as const;
/** Why two rooms may show one spot. */
export const matchReasons = ["plan", "gps", "name", "order", "time"] as const;
export type MatchReason = (typeof matchReasons)[number];
export const matchConfidences = ["high", "medium", "low"] as const;
export type MatchConfidence = (typeof matchConfidences)[number];

/** What a log is read for: all that was done, what of it left the house, or who looked at what. */
export const logParts = ["done", "exported", "seen"] as const;

/** Places in a project, those with more rights first. A project has one owner. */
export const projectRoles = ["owner", "manager", "editor", "viewer", "trade"] as const;
/** Places that an invitation or a change may give; ownership is handed over by a call of its own. */
export const givenRoles = ["manager", "editor", "viewer", "trade"] as const;

/** What a place in a project may hold. Later kinds of thing add theirs here, in `roleGrants` and in the database. */
export const grants = [
  "project.view",
  "project.edit",
  "visits.view",
  "visits.edit",
  "sheets.view",
  "sheets.edit",
  "snags.view",
  "snags.edit",
  /** See and answer those that one made or is to mend. */
  "snags.own",
  "videos.view",
  "videos.edit",
  "cameras.view",
  "cameras.edit",
  "live.view",
  "live.edit",
  "team.view",
  "team.edit",
  "export.view",
] as const;
export type Grant = (typeof grants)[number];

/** What each place holds unless a member was given more or less. The owner's never changes, nor does `project.view`. */
export const roleGrants: Readonly<Record<(typeof projectRoles)[number], readonly Grant[]>> = {
  owner: grants,
  manager: grants,
  editor: [
    "project.view",
    "visits.view",
    "visits.edit",
    "sheets.view",
    "sheets.edit",
    "snags.view",
    "snags.edit",
    "snags.own",
    "videos.view",
    "videos.edit",
    "cameras.view",
    "cameras.edit",
    "live.view",
    "live.edit",
    "team.view",
    "export.view",
  ],
  viewer: [
    "project.view",
    "visits.view",
    "sheets.view",
    "snags.view",
    "snags.own",
    "videos.view",
    "cameras.view",
    "live.view",
    "team.view",
  ],
  trade: ["project.view", "visits.view", "sheets.view", "snags.own", "videos.view"],
};

/** Where a snag stands, in the order in which most go. */
export const snagStatuses = ["open", "in_work", "ready", "closed", "disputed"] as const;
export type SnagStatus = (typeof snagStatuses)[number];
/** What whoever has to mend a snag may say of it; only who may edit snags closes one. */
export const answeredStatuses = [
  "open",
  "in_work",
  "ready",
  "disputed",
] as const satisfies readonly SnagStatus[];
export const snagPriorities = ["low", "normal", "high", "critical"] as const;
export type SnagPriority = (typeof snagPriorities)[number];
export const snagSorts = ["number", "due", "updated", "priority", "status"] as const;
/** When a picture of a snag was taken: of the fault, or of what was done about it. */
export const snagPhotoKinds = ["before", "after"] as const;

/** What topics of BCF files bring that a snag has no field for: kept, and written back out. */
export const bcfKinds = [
  "viewpoints",
  "components",
  "markings",
  "documents",
  "related",
  "links",
  "labels",
  "type",
  "status",
  "priority",
  "assignee",
  "stage",
  "snippet",
  "models",
  "replies",
] as const;
export type BcfKind = (typeof bcfKinds)[number];

/** What a point in a picture is: a way to a room, a snag, or something told. */
export const poiKinds = ["link", "snag", "text", "photo", "video", "web"] as const;
/** Points that only tell something. */
export const infoKinds = ["text", "photo", "video", "web"] as const;

/** Who may open a visit by its address: everybody who has it, or the project's members alone. */
export const visitAccesses = ["link", "members"] as const;

/** Spans over which views are counted. */
export const periods = ["day", "week", "month", "year", "all"] as const;

export const videoSorts = ["date", "title", "created"] as const;
/** Being made ready, to be watched, refused by the encoder, or taken out of sight by its project. */
export const videoStatuses = ["processing", "ready", "failed", "hidden"] as const;
export type VideoStatus = (typeof videoStatuses)[number];

/** Who carries a channel: this server, a MediaMTX beside it, or AWS Elemental MediaLive. */
export const liveDrivers = ["own", "mediamtx", "medialive"] as const;
export type LiveDriverName = (typeof liveDrivers)[number];
/**
 * `idle`: not to be sent to. `starting`: waits for its sender. `live`: pictures come. `stale`: none for three seconds.
 * `interrupted`: the sender is gone, and viewers wait for it. `failed`: its driver says why.
 */
export const channelStates = ["idle", "starting", "live", "stale", "interrupted", "failed"] as const;
export type ChannelState = (typeof channelStates)[number];

/** Those that are live first, then the newest; or by the name of one. */
export const channelSorts = ["live", "name", "project", "created"] as const;

export const cameraSorts = ["name", "state", "created"] as const;
/** What a camera speaks. */
export const cameraKinds = ["hls", "rtsp"] as const;
/** Not looked at yet, pictures come, nothing comes, or this server's own rules forbid to ask it. */
export const cameraStates = ["unknown", "up", "down", "refused"] as const;
export type CameraState = (typeof cameraStates)[number];
/** Of a film made of stills. */
export const timelapseStates = ["waiting", "making", "ready", "failed"] as const;

/** How often a plan is billed. */
export const billingIntervals = ["month", "year"] as const;
export type BillingInterval = (typeof billingIntervals)[number];
/** What a plan may open besides its limits. */
export const planFeatures = ["Autodesk", "Trello", "Monday", "ClickUp", "MSProject", "API"] as const;
export type PlanFeature = (typeof planFeatures)[number];
/** Where snags can be sent to as cards. */
export const toolNames = ["trello", "monday", "clickup"] as const;
export type ToolName = (typeof toolNames)[number];
/** Outside tools that an account may be kept from: those of the cards, and Microsoft Project's files. */
export const personalTools = [...toolNames, "ms_project"] as const;
export type PersonalTool = (typeof personalTools)[number];

/** Parts of the API that a token opens; what is about signing in, money or the site itself no token opens. */
export const apiAreas = [
  "projects",
  "visits",
  "snags",
  "sheets",
  "videos",
  "live",
  "cameras",
  "progress",
  "team",
  "reports",
  "account",
] as const;
export type ApiArea = (typeof apiAreas)[number];

/** `void`: it counts no longer, and its number stays taken. */
export const invoiceStatuses = ["unpaid", "paid", "void"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
/** What a line of a bill is for: the plan for its days, a project by its band, or live channels. */
export const invoiceLineKinds = ["plan", "project", "channels"] as const;
