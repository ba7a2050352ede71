import { pageLimits } from "./page-limits.ts";

/**
 * Every limit of the product, once. Defaults as specified; the settings may raise those of uploads later.
 * Sizes in bytes, lengths in characters, times in milliseconds unless the name says otherwise.
 */
const MiB = 1024 * 1024;

export const limits = {
  name: 100,
  description: 255,
  /**
   * Milliseconds for one statement by the kind of call that asks it; connections of a node that searches, reports and
   * downloads share, and milliseconds that one of them waits for such a connection; and of one person's searches: how
   * long one runs before a newer one ends it, and how many wait.
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
  /** Characters of what people say about themselves. */
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
  /** Minutes without activity after which a session may end; the warning before it lasts at least ten seconds. */
  inactivity: {
    least: 1,
    most: 60,
    warningSeconds: 10,
    /** Minutes for users with no choice of their own: as specified, and as an installation starts. */
    specified: 5,
    initial: 60,
    /** Of those, with a warning. */
    warning: 1,
  },
  /** Pictures of people and of the brand: decoded by us, kept as WebP. */
  portrait: { bytes: 10 * MiB, megabytes: 10, maxPixels: 50_000_000 },
  /** Tries per account and per address before one has to wait, and for how many seconds the count goes on. */
  attempts: {
    perAccount: 10,
    perAddress: 50,
    seconds: 300,
    captchaAfter: 3,
    alertAfter: 5,
    mails: 5,
    mailSeconds: 3600,
  },
  /** Megabytes that a picture, and any other file, may weigh where nothing else is said. */
  upload: { imageMegabytes: 5, fileMegabytes: 10 },
  /** Minutes for which the links of mails work. */
  links: { recovery: 60, activation: 3 * 24 * 60, invitation: 7 * 24 * 60 },
  passkeys: { perAccount: 20 },
  /** `tries` per sign-in; `perAccount` codes within `seconds`, however many sign-ins they were for. */
  twoFactor: { recoveryCodes: 10, pendingMinutes: 10, tries: 5, perAccount: 10, seconds: 3600 },
  /** Records that one call may mark, star or remove. */
  bulk: 500,
  /** Characters of a message, and how many one person may send in an hour. */
  message: { content: 2000, perHour: 200 },
  /** Characters of what is searched for, and how many results the box shows. */
  search: { text: 200, shown: 8 },
  json: { bytes: 1 * MiB, depth: 16 },
  visit: {
    image: { bytes: 20 * MiB, megabytes: 20, minWidth: 3840, minHeight: 1920, maxPixels: 134_217_728 },
    files: 10,
    /** The ratio of width to height may be off 2:1 by this much, either way, both ends included. */
    ratioTolerance: 0.1,
    preview: { width: 300, height: 150 },
    /** Clocks differ: a capture date may lie this far in the future. */
    futureTolerance: 2 * 60_000,
  },
  /** Highest number a plan may name, and lines of features of its own. */
  plan: { most: 1_000_000, features: 20 },
  /** Places of a project whose progress is told, words of all, and rows of a table that is downloaded. */
  progress: { entries: 20_000, shown: 500 },
  table: { rows: 50_000 },
  project: {
    year: { min: 1900, max: 2200 },
    count: { max: 10_000 },
    area: { max: 100_000_000 },
    categories: 20,
    /** Pins that the map of projects is sent. */
    points: 5000,
  },
  /**
   * Sheets that a project may have, metres across the widest plan; of its file, the pages, and pixels along the longer
   * side at which a page is drawn at its finest.
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
  /** Snags of one project, of one report, and what belongs to each. */
  snag: {
    perProject: 20_000,
    text: 4000,
    trade: 60,
    photos: 20,
    comment: 2000,
    comments: 1000,
    report: 500,
    /**
     * A BCF file; of what it brings and cannot be shown, one file of a topic, the files of one topic, and all that a
     * project keeps.
     */
    bcf: { bytes: 100 * MiB, topics: 2000, fileBytes: 20 * MiB, files: 200, kept: 500 * MiB },
    photo: { bytes: 20 * MiB },
  },
  /**
   * Documents that one process draws at the same time, how many callers wait and for how long, seconds and memory of one,
   * and how long a child rests before it ends.
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
  /** Pictures kept of a view, and characters of what is written to one. */
  snapshot: { bytes: 10 * MiB, note: 1000, drawing: 64 * 1024, perVisit: 1000 },
  /**
   * Views of a visit: silence after which one is over, beat of the heart, days for which they are kept, and how many one
   * network may begin within `seconds`; more are not counted.
   */
  views: { ...pageLimits.views, keptDays: 180, perNetwork: 120, seconds: 3600 },
  /**
   * Links of visits: characters of a password, hours for which it is asked for once, and wrong ones per visit and network,
   * and per visit from everywhere, before one has to wait, and for how many seconds the count goes on. `misses`: codes
   * that open nothing, per minute and network (/24, /64) or account, over all calls and pages by code.
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
   * 360 videos: of the file what is specified, what an administrator may raise it to, milliseconds a browser takes to
   * judge one, the still it makes, and for how many hours an address of a film is good.
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
  /** What people say to a video, and seconds of one step of its timeline. */
  comment: { text: 2000, perVideo: 5000, interval: { min: 1, max: 600, standard: 5 } },
  /**
   * Live channels: milliseconds without pictures after which one is stale, and how long its viewers wait for a sender
   * that left; hours a recording may go on; channels of one project.
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
   * Cameras of one project; of a playlist and a segment the bytes; missed checks after which somebody is told; stills and
   * films made of them.
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
  /** Outside tools: characters of their names and tokens; boards listed; minutes between two looks for news; tries of one sending. */
  tools: { id: 200, token: 4000, boards: 500, pollMinutes: 5, photoBytes: 10 * MiB, tries: 12, log: 200 },
  autodesk: { id: 1000, sheets: 200, depth: 8, entries: 20_000, syncs: 20, links: 500 },
  /** What uploads leave free of a disk, as a share of it and in bytes: the smaller counts. */
  disk: { reserveShare: 0.05, reserveBytes: 512 * MiB },
  /** Days for which it is kept who looked at what; lines of the record that a custody sheet lists. */
  audit: { seenDays: 730, listed: 200 },
  /** Schedules: of the file the bytes; tasks; minutes for which a preview is kept. */
  schedule: { bytes: 50 * MiB, tasks: 20_000, previewMinutes: 60, predecessors: 100, notes: 4000 },
  /** Of one person the tokens, the days of the longest, and how often one may call in a minute, whatever it calls. */
  apiAccess: { tokens: 50, days: 730, perMinute: 600 },
  /** Webhooks of one person; characters of an address; milliseconds for an answer; tries over about three days. */
  webhook: { perPerson: 20, url: 500, patience: 10_000, tries: 10, keptDays: 30, answer: 1000, stopDays: 5 },
  /**
   * Uploads in parts: bytes up to which a file goes as one call instead, bytes of one part, hours for which a half one is
   * kept, and how many one person may have under way.
   */
  resumable: { whole: MiB / 2, part: 4 * MiB, keptHours: 48, perPerson: 1000 },
  /** What an administrator may raise the limits of a visit's pictures to. */
  visitMost: { megabytes: 200, files: 1000 },
  /** Of one project: invitations that wait, and characters of the words that go with one or with a request. */
  team: {
    invitations: 200,
    members: 1000,
    message: 500,
    invitationDays: 14,
    /** Requests of one person that wait at a time, in all projects together. */
    asked: 20,
    /** Days after a refusal before one may ask again. */
    declinedDays: 7,
    /** Invitations that one person may send in an hour. */
    perHour: 100,
  },
  /** Wrong project codes per account and per address before one has to wait, and for how many seconds the count goes on. */
  joinCode: { tries: 10, perAddress: 50, seconds: 600 },
  /** Reverse geocoding: the service is asked once in `pause` milliseconds at most, by everybody together. */
  geo: { pause: 1000, patience: 5000, keptDays: 30, waiting: 30 },
  /**
   * Bytes up to which an export is sent as it is made; above, it is built in the background and kept for some days, the
   * newest ones of a project alone.
   */
  /** `perPersonAtOnce`, `perProjectAtOnce`: exports that are made at the same time; the others wait. */
  export: { streamed: 200 * MiB, keptDays: 3, perProject: 3, perPersonAtOnce: 2, perProjectAtOnce: 1 },
  /** `idleHours`: without any call, after which one is over that was not to outlive the browser. */
  session: { hours: 12, idleHours: 4, rememberedDays: 30, poll: 30_000, cache: 3_600_000 },
  /** Whether there is a connection: how often it is asked with one and without, and how long an answer is waited for. */
  connectivity: { poll: 10_000, pollOffline: 5000, patience: 5000, backOnline: 1500, wasOffline: 3000 },
  /** What a browser keeps of what one person saw, for when there is no connection. */
  seen: { days: 7, records: 400, bytes: 8 * MiB, recordBytes: 1 * MiB },
  install: { after: 3000, againAfter: 7 * 24 * 3_600_000 },
  /** How often a page asks for a new version of the program. */
  update: 3_600_000,
  /** Of the frame around every screen: pixels, milliseconds, entries. Its widths stand in the style sheet. */
  shell: {
    /** Below this a dropdown opens above its button, where there is more room. */
    dropdownRoom: 384,
    badge: 99,
    /** What the dropdowns of bell and inbox list, and above which their badges read '9+'. */
    latest: 9,
    searchCloses: 200,
    searchLeaves: 300,
    tourPause: 500,
  },
  /** How often the texts of a language are asked for again, and how long after the first failure. */
  texts: { retries: 5, firstDelay: 350 },
  /** Until the library of the sockets is fetched again, and until a channel is asked for again. */
  realtime: { load: 1000, retry: 3000 },
  http: { timeout: 300_000, csrfRetries: 1, loginRedirect: 500 },
  toast: pageLimits.toast,
} as const;
