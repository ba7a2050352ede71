/**
 * Enumerations of the contract as plain lists, for the screens that offer them: this file imports nothing, so that such
 * a screen does not load the schemas into the browser.
 */
export const projectSorts = ["updated", "name", "created", "last_visit"] as const;
/** Verbs of the project policy by which its list can be narrowed, for selecting a project. */
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

/** Relation of a room to a room of another visit; `found` is by floor plan or name, without a person. */
export const matchStates = ["bound", "found", "proposed", "different", "open"] as const;
/** Reasons why two rooms may show one spot. */
export const matchReasons = ["plan", "look", "gps", "name", "order", "time"] as const;
export type MatchReason = (typeof matchReasons)[number];
export const matchConfidences = ["high", "medium", "low"] as const;
export type MatchConfidence = (typeof matchConfidences)[number];

/** Parts of a log: all actions, those that exported data, or views. */
export const logParts = ["done", "exported", "seen"] as const;

/** Roles in a project, those with more rights first. A project has one owner. */
export const projectRoles = ["owner", "manager", "editor", "viewer", "trade"] as const;
/** Roles that an invitation or a change may assign; ownership is transferred by a call of its own. */
export const givenRoles = ["manager", "editor", "viewer", "trade"] as const;

/** Rights that a role in a project may hold. New domains add theirs here, in `roleGrants` and in the database. */
export const grants = [
  "project.view",
  "project.edit",
  "visits.view",
  "visits.edit",
  "sheets.view",
  "sheets.edit",
  "snags.view",
  "snags.edit",
  /** View and answer snags that the member created or is assigned to. */
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

/**
 * Default rights of each role, unless a member was given more or fewer. The owner's never change, nor does
 * `project.view`.
 */
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

/** Statuses of a snag, in the usual order. */
export const snagStatuses = ["open", "in_work", "ready", "closed", "disputed"] as const;
export type SnagStatus = (typeof snagStatuses)[number];
/** Statuses that the assignee of a snag may set; only editors of snags may close one. */
export const answeredStatuses = [
  "open",
  "in_work",
  "ready",
  "disputed",
] as const satisfies readonly SnagStatus[];
export const snagPriorities = ["low", "normal", "high", "critical"] as const;
export type SnagPriority = (typeof snagPriorities)[number];
export const snagSorts = ["number", "due", "updated", "priority", "status"] as const;
/** Answers of a crew to a snag by a link, which set it to `in_work`, `ready` and `disputed`. */
export const answerKinds = ["started", "done", "disputed"] as const;
export type AnswerKind = (typeof answerKinds)[number];
/** Languages of the emails to crews and of their answer page: Urdu, Hindi and Bengali exist only there. */
export const crewLanguages = ["en", "ar", "ur", "hi", "bn"] as const;
/** When a photo of a snag was taken: of the defect, or of its resolution. */
export const snagPhotoKinds = ["before", "after"] as const;

/** Contents of BCF topics that a snag has no field for: stored, and exported again. */
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

/** Kinds of points in a picture: a link to a room, a snag, or information. */
export const poiKinds = ["link", "snag", "text", "photo", "video", "web"] as const;
/** Kinds of points that only show information. */
export const infoKinds = ["text", "photo", "video", "web"] as const;

/** Access to a visit by its address: everyone who has it, or only the project's members. */
export const visitAccesses = ["link", "members"] as const;

/** Periods over which views are counted. */
export const periods = ["day", "week", "month", "year", "all"] as const;

export const videoSorts = ["date", "title", "created"] as const;
/** Being processed, playable, rejected by the encoder, or hidden by its project. */
export const videoStatuses = ["processing", "ready", "failed", "hidden"] as const;
export type VideoStatus = (typeof videoStatuses)[number];

/** Carrier of a channel: this server, a MediaMTX beside it, or AWS Elemental MediaLive. */
export const liveDrivers = ["own", "mediamtx", "medialive"] as const;
export type LiveDriverName = (typeof liveDrivers)[number];
/**
 * `idle`: accepts no stream. `starting`: waits for its sender. `live`: frames arrive. `stale`: none for three seconds.
 * `interrupted`: the sender is gone, and viewers wait for it. `failed`: its driver gives the reason.
 */
export const channelStates = ["idle", "starting", "live", "stale", "interrupted", "failed"] as const;
export type ChannelState = (typeof channelStates)[number];

/** Live ones first, then the newest; or by the given field. */
export const channelSorts = ["live", "name", "project", "created"] as const;

export const cameraSorts = ["name", "state", "created"] as const;
/** Protocol of a camera. */
export const cameraKinds = ["hls", "rtsp"] as const;
/** Not checked yet, pictures arrive, nothing arrives, or this server's own rules forbid connecting to it. */
export const cameraStates = ["unknown", "up", "down", "refused"] as const;
export type CameraState = (typeof cameraStates)[number];
/** Statuses of a time-lapse made of stills. */
export const timelapseStates = ["waiting", "making", "ready", "failed"] as const;

/** How often a plan is billed. */
export const billingIntervals = ["month", "year"] as const;
export type BillingInterval = (typeof billingIntervals)[number];
/** Features that a plan may include besides its limits. */
export const planFeatures = ["Autodesk", "Trello", "Monday", "ClickUp", "MSProject", "API"] as const;
export type PlanFeature = (typeof planFeatures)[number];
/** Tools to which snags can be sent as cards. */
export const toolNames = ["trello", "monday", "clickup"] as const;
export type ToolName = (typeof toolNames)[number];
/** External tools that can be disabled for an account: those of the cards, and Microsoft Project's files. */
export const personalTools = [...toolNames, "ms_project"] as const;
export type PersonalTool = (typeof personalTools)[number];

/** Parts of the API that a token can access; no token is accepted for signing in, money or the installation itself. */
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

/** `void`: no longer counted, and its number stays taken. */
export const invoiceStatuses = ["unpaid", "paid", "void"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
/** Subject of an invoice line: the plan for its days, a project by its size tier, or live channels. */
export const invoiceLineKinds = ["plan", "project", "channels"] as const;

/** Kinds of records that can be made on a device without a connection, by their result on the server. */
export const captureKinds = [
  "snag",
  "snag_change",
  "snag_comment",
  "snag_photo",
  "diary_change",
  "diary_photo",
  "room",
  "room_position",
  "photo",
  "snag_voice",
  "diary_voice",
  "progress_entry",
  "spot_skip",
] as const;
export type CaptureKind = (typeof captureKinds)[number];
