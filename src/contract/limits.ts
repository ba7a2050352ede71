import { pageLimits } from "./page-limits.ts";

/**
 * Every limit of the product, defined once. Defaults as specified; the settings may raise those of uploads later. Sizes
 * in bytes, lengths in characters, times in milliseconds unless the name says otherwise.
 */
const MiB = 1024 * 1024;

export const limits = {
  name: 100,
  description: 255,
  /**
   * Milliseconds for one statement by the kind of call that runs it; connections of a node shared by searches, reports
   * and downloads, and milliseconds that one of them waits for such a connection; and for one user's searches: how long
   * one runs before a newer one ends it, and how many wait.
   */
  database: {
    ordinary: 30_000,
    search: 8000,
    report: 60_000,
    slow: 4,
    patience: 5000,
    turn: { patience: 1000, waiting: 8 },
  },
  password: { min: 8, max: 255 },
  /** Characters of profile texts. */
  person: {
    username: 50,
    email: 254,
    company: 150,
    tax_id: 50,
    street: 200,
    city: 100,
    postal_code: 20,
    province: 100,
    tel: 40,
  },
  /** Minutes of inactivity after which a session may end; the warning before it lasts at least ten seconds. */
  inactivity: {
    least: 1,
    most: 60,
    warningSeconds: 10,
    /** Minutes for users who have set none: as specified, and the default of an installation. */
    specified: 5,
    initial: 60,
    /** Minutes of those with the warning. */
    warning: 1,
  },
  /** Profile and brand pictures: decoded by the server, stored as WebP. */
  portrait: { bytes: 10 * MiB, megabytes: 10, maxPixels: 50_000_000 },
  /** Attempts per account and per address before a wait, and the seconds that the count covers. */
  attempts: {
    perAccount: 10,
    perAddress: 50,
    seconds: 300,
    captchaAfter: 3,
    alertAfter: 5,
    mails: 5,
    mailSeconds: 3600,
  },
  /** Default limits in megabytes for a picture and for any other file. */
  upload: { imageMegabytes: 5, fileMegabytes: 10 },
  /** Minutes for which links in emails are valid. */
  links: { recovery: 60, activation: 3 * 24 * 60, invitation: 7 * 24 * 60 },
  passkeys: { perAccount: 20 },
  /** `tries` per sign-in; `perAccount` codes within `seconds`, regardless of the number of sign-ins. */
  twoFactor: { recoveryCodes: 10, pendingMinutes: 10, tries: 5, perAccount: 10, seconds: 3600 },
  /** Records that one call may mark, star or remove. */
  bulk: 500,
  /** Characters of a message, and messages that one user may send per hour. */
  message: { content: 2000, perHour: 200 },
  /** Characters of a search text, and results shown in the box. */
  search: { text: 200, shown: 8 },
  json: { bytes: 1 * MiB, depth: 16 },
  visit: {
    image: { bytes: 20 * MiB, megabytes: 20, minWidth: 3840, minHeight: 1920, maxPixels: 134_217_728 },
    files: 10,
    /** The ratio of width to height may deviate from 2:1 by this much, either way, inclusive. */
    ratioTolerance: 0.1,
    preview: { width: 300, height: 150 },
    /** Clocks differ: a capture date may be this far in the future. */
    futureTolerance: 2 * 60_000,
  },
  /** Highest number in a plan, and its lines of custom features. */
  plan: { most: 1_000_000, features: 20 },
  /**
   * Progress limits of a project: positions shown (`shown`) and entries in total (`entries`); and rows of a downloaded
   * table.
   */
  progress: { entries: 20_000, shown: 500 },
  table: { rows: 50_000 },
  project: {
    year: { min: 1900, max: 2200 },
    count: { max: 10_000 },
    area: { max: 100_000_000 },
    categories: 20,
    /** Pins sent to the map of projects. */
    points: 5000,
  },
  /**
   * Sheets of a project, and metres across the widest floor plan; for its file, the pages, and pixels along the longer
   * side of a page rendered at its finest.
   */
  sheet: {
    perProject: 200,
    metres: 100_000,
    bytes: 100 * MiB,
    megabytes: 100,
    versions: 50,
    pages: 2000,
    pixels: 12_000,
    maxPixels: 134_217_728,
  },
  /** A list of snags: matches counted, and those of a search; of more, the number is not given. */
  snagList: { counted: 10_000, found: 1000 },
  /** Snags of one project, of one report, and limits of a snag's parts. */
  snag: {
    perProject: 20_000,
    text: 4000,
    trade: 60,
    photos: 20,
    comment: 2000,
    comments: 1000,
    report: 500,
    /**
     * A BCF file; for its contents that cannot be displayed, bytes of one file of a topic, files of one topic, and the
     * total stored per project.
     */
    bcf: { bytes: 100 * MiB, topics: 2000, fileBytes: 20 * MiB, files: 200, kept: 500 * MiB },
    photo: { bytes: 20 * MiB },
  },
  /**
   * Documents that one process renders concurrently, how many callers wait and for how long, seconds and memory of one,
   * and how long a child process idles before it ends.
   */
  pdf: {
    atOnce: 2,
    waiting: 20,
    waitSeconds: 60,
    seconds: 600,
    memoryBytes: 1024 * MiB,
    heapMegabytes: 512,
    restMs: 60_000,
  },
  /** Points of one room. */
  points: { perRoom: 100, text: 2000, address: 500, media: { bytes: 50 * MiB } },
  /** Stored snapshots of a view, and characters of the note on one. */
  snapshot: { bytes: 10 * MiB, note: 1000, drawing: 64 * 1024, perVisit: 1000 },
  /**
   * Views of a visit: idle time that ends one, heartbeat interval, days for which they are stored, and how many one
   * network may start within `seconds`; more are not counted.
   */
  views: { ...pageLimits.views, keptDays: 180, perNetwork: 120, seconds: 3600 },
  /**
   * Links of visits: characters of a password, hours for which entering it once is valid, wrong ones per visit and
   * network, and per visit from everywhere, before a wait, and the seconds that the count covers. `misses`: unknown
   * codes, per minute and network (/24, /64) or account, over all calls and pages by code.
   */
  share: {
    password: { min: 4, max: 255 },
    undoMinutes: 15,
    passHours: 12,
    tries: 10,
    perVisit: 200,
    seconds: 600,
    misses: 20,
  },
  /**
   * 360 videos: the specified limits of the file, the maximum that an administrator may raise it to, milliseconds that
   * a browser takes to check one, the still it makes, and the hours for which a video's address is valid.
   */
  video: {
    bytes: 500 * MiB,
    megabytes: 500,
    minWidth: 3840,
    minHeight: 1920,
    seconds: 60,
    most: { megabytes: 4000, seconds: 1800 },
    judge: 30_000,
    thumbnail: { width: 320, height: 180, quality: 0.6, bytes: 5 * MiB },
    title: 100,
    description: 255,
    password: { min: 4, max: 255 },
    metadata: { keys: 40, text: 500 },
    linkHours: 12,
    passHours: 2,
    tries: 10,
    perVideo: 200,
    countSeconds: 600,
  },
  /** Comments on a video, and seconds of one step of its timeline. */
  comment: { text: 2000, perVideo: 5000, interval: { min: 1, max: 600, standard: 5 } },
  /**
   * Live channels: milliseconds without frames after which one is stale, and how long its viewers wait for a
   * disconnected sender; hours of a recording; channels of one project.
   */
  live: {
    name: 100,
    description: 255,
    password: { min: 4, max: 255 },
    stale: 3000,
    grace: 60_000,
    recordHours: 12,
    perProject: 20,
    linkMinutes: 10,
    poll: pageLimits.livePoll,
  },
  /**
   * Cameras of one project; bytes of a playlist and of a segment; missed checks before a notification; stills and
   * time-lapses made of them.
   */
  camera: {
    perProject: 200,
    name: 255,
    location: 255,
    text: 255,
    notes: 2000,
    address: 2000,
    password: { min: 4, max: 255 },
    thumbnail: { bytes: 5 * MiB, megabytes: 5 },
    playlist: 256 * 1024,
    /** Milliseconds for a whole playlist, its redirects included. */
    playlistWait: 10_000,
    segment: 20 * MiB,
    linkMinutes: 10,
    checkMinutes: 5,
    alertAfter: { min: 1, max: 100, standard: 3 },
    stillMinutes: { min: 1, max: 1440 },
    keptDays: 400,
    timelapse: { frames: 20_000, fps: { min: 5, max: 60, standard: 30 }, perCamera: 20 },
  },
  /**
   * External tools: characters of their names and tokens; boards listed; minutes between two polls; attempts per
   * delivery.
   */
  tools: { id: 200, token: 4000, boards: 500, pollMinutes: 5, photoBytes: 10 * MiB, tries: 12, log: 200 },
  autodesk: { id: 1000, sheets: 200, depth: 8, entries: 20_000, syncs: 20, links: 500 },
  /** Disk space that uploads leave free, as a share and in bytes: the smaller counts. */
  disk: { reserveShare: 0.05, reserveBytes: 512 * MiB },
  /**
   * Days for which views are stored by default; entries listed in a chain-of-custody report; the shortest and longest
   * retention, in days, of views and of the activity log, which is kept for ever by default.
   */
  audit: { seenDays: 730, listed: 200, views: { min: 30, max: 3650 }, activity: { min: 365, max: 36_500 } },
  /**
   * The activity log: entries counted (of more, the number is not given), and entries read for a search of one or two
   * letters, which no index finds.
   */
  log: { counted: 10_000, readForShort: 50_000 },
  /** Schedules: bytes of the file; tasks; minutes for which a preview is stored. */
  schedule: { bytes: 50 * MiB, tasks: 20_000, previewMinutes: 60, predecessors: 100, notes: 4000 },
  /** For one user the tokens, the days of the longest-lived one, and calls per minute of any kind. */
  apiAccess: { tokens: 50, days: 730, perMinute: 600 },
  /** Webhooks of one user; characters of an address; milliseconds for a response; attempts over about three days. */
  webhook: { perPerson: 20, url: 500, patience: 10_000, tries: 10, keptDays: 30, answer: 1000, stopDays: 5 },
  /**
   * Uploads in parts: bytes up to which a file is sent in one call instead, bytes of one part, hours for which an
   * incomplete one is stored, and how many one user may have in progress.
   */
  resumable: { whole: MiB / 2, part: 4 * MiB, keptHours: 48, perPerson: 1000 },
  /** Upper bounds for an administrator's limits on a visit's pictures. */
  visitMost: { megabytes: 200, files: 1000 },
  /** For one project: pending invitations, and characters of the message of an invitation or a request. */
  team: {
    invitations: 200,
    members: 1000,
    message: 500,
    invitationDays: 14,
    /** Pending requests of one user, over all projects. */
    asked: 20,
    /** Days after a declined request before the next one is allowed. */
    declinedDays: 7,
    /** Invitations that one user may send per hour. */
    perHour: 100,
  },
  /** Wrong project codes per account and per address before a wait, and the seconds that the count covers. */
  joinCode: { tries: 10, perAddress: 50, seconds: 600 },
  /** Reverse geocoding: at most one request to the service per `pause` milliseconds, over all users. */
  geo: { pause: 1000, patience: 5000, keptDays: 30, waiting: 30 },
  /**
   * Bytes up to which an export is sent while it is made; above, it is built in the background and stored for some
   * days, only the newest ones of a project.
   */
  /** `perPersonAtOnce`, `perProjectAtOnce`: concurrent exports; the others wait. */
  export: { streamed: 200 * MiB, keptDays: 3, perProject: 3, perPersonAtOnce: 2, perProjectAtOnce: 1 },
  /** `idleHours`: hours without any call that end a session not meant to outlive the browser. */
  session: { hours: 12, idleHours: 4, rememberedDays: 30, poll: 30_000, cache: 3_600_000 },
  /** Connection check: its interval online and offline, and the timeout of an answer. */
  connectivity: { poll: 10_000, pollOffline: 5000, patience: 5000, backOnline: 1500, wasOffline: 3000 },
  /** Cached views of one user in a browser, for use offline. */
  seen: { days: 7, records: 400, bytes: 8 * MiB, recordBytes: 1 * MiB },
  /**
   * Projects that one user saves on a device for offline use; per project the snags, rooms, diary days and tiles of a
   * floor plan; files fetched per message to the service worker; share of the device's allowance that stays free.
   */
  copies: { projects: 20, snags: 200, rooms: 200, days: 10, planTiles: 400, batch: 16, reserveShare: 0.1 },
  /** Items that one user adds while the screen is locked. Their photos follow the limits of snags. */
  captures: 100,
  install: { after: 3000, againAfter: 7 * 24 * 3_600_000 },
  /** Interval at which a page checks for a new version of the program. */
  update: 3_600_000,
  /** Frame around every screen: pixels, milliseconds, entries. Its widths are in the style sheet. */
  shell: {
    /** Below this height a dropdown opens above its button, where there is more room. */
    dropdownRoom: 384,
    badge: 99,
    /** Entries listed in the dropdowns of bell and inbox, and the number above which their badges read '9+'. */
    latest: 9,
    searchCloses: 200,
    searchLeaves: 300,
    tourPause: 500,
  },
  /** Retries of loading the texts of a language, and the delay after the first failure. */
  texts: { retries: 5, firstDelay: 350 },
  /** Delay before the socket library is loaded again, and before a channel is requested again. */
  realtime: { load: 1000, retry: 3000 },
  /**
   * `perCaller`: calls of one session or token that a node answers at once, more than a user's searches that run and
   * wait; further ones wait for so many milliseconds at most.
   */
  http: { timeout: 300_000, csrfRetries: 1, loginRedirect: 500, perCaller: { most: 12, patience: 2000 } },
  toast: pageLimits.toast,
} as const;
