/** Journeys by file, each by the beginning of its title. `test/listed-journeys.test.ts` checks that each exists. */
type Journeys = Readonly<Record<string, readonly string[]>>;

/**
 * The journeys that `npm test` runs: each part of the product by something only a browser can show, alternating
 * between English and Arabic, and between desktop and phone. `npm run journeys` (`EVERY_JOURNEY=1`) runs them
 * all.
 */
export const core: Journeys = {
  accessibility: [
    "covers every screen of the route table",
    "has no serious accessibility problem on the sign-in pages or in dialogs over a screen (ar, dark, 390)",
  ],
  branding: [
    "applies a change of the settings to another user's open page at once: colour, font, name, announcement",
  ],
  cctv: ["lays out the wall from right to left in Arabic on a phone, and keeps the selection"],
  doors: ["signs in by name and password, to the requested page and for the requested time"],
  journeys: [
    "a visitor tries the demo, opens its newest visit and walks to the next room without an account",
  ],
  panorama: [
    "the settled view at yaw 180, pitch 30 equals the true projection",
    "the point that is grabbed stays under the pointer, and the picture keeps turning after a throw",
    "after a lost graphics context the picture comes back by itself",
    "a browser without WebGL gets an error with a code",
  ],
  players: ["plays, and turns by pointer and arrows while playing"],
  projects: [
    "notifies a manager at once who becomes a viewer while editing, keeps typed text, and blocks saving (ar)",
  ],
  "public-pages": ["a guest in ar 390 walks from a project's showcase into a visit"],
  search: ["the palette jumps, creates, and gives the focus back"],
  shell: [
    "in Arabic the menu is on the right and toasts are on the left, in English the reverse",
    "menu and tools stay in reach while a screen's script loads",
    "every tab of the bottom bar is at least 44 px and within reach (390 px)",
  ],
  snags: [
    "a snag is pinned on the floor plan, answered by its trade with a photo, and closed from the board (en)",
  ],
  "time-travel": ["turning one side turns the other to the same direction"],
  uploads: [
    "a picture whose connection breaks half-way resumes after a reload, and is one room, byte for byte",
  ],
  viewer: [
    "the first picture is there before any script has run",
    "a guest walks from room to room and keeps the compass heading",
    "in ar at 390 px every part is usable with a screen reader",
  ],
  "viewer-edit": ["an editor places a link by the mouse, walks through it, drags it and undoes that"],
};

/**
 * Longer journeys, and parts that change less often: `.ci/run` runs a third of them in addition to `core`, by
 * `npm run test:rest`. Of all others it runs a sixteenth. The commit decides which.
 */
export const wide: Journeys = {
  answers: [
    "a crew person answers three snags from a phone in Urdu, one without a connection, and the manager sees it",
  ],
  "spot-timelapse": ["makes a video of a spot over its dates, reports it and plays it (ar)"],
  accessibility: [
    "has no serious accessibility problem on any screen (en, light, 1280, part 1",
    "has no serious accessibility problem on any screen (ar, dark, 390, part 2",
    "has no serious accessibility problem on any screen (en, light, 1280, part 3",
    "has no serious accessibility problem on any screen (ar, dark, 390, part 4",
  ],
  autodesk: [
    "syncs a hub on a phone in Arabic, reports a region that does not respond, and explains what cannot be viewed",
  ],
  "billing-admin": [
    "gives a user a plan, writes an invoice, opens its PDF, marks it paid and finds it all in the log",
  ],
  comparison: ["prints two dates side by side with a caption, which outlives the page (ar)"],
  doors: [
    "signs in by a passkey without a name or a password",
    "reminds a user without a second factor once a visit, and keeps the requested page",
  ],
  evidence: [
    "verifies that a room's photo is the original, prints its chain-of-custody report, and logs both (ar)",
  ],
  export: ["is downloaded, unpacked, and toured in a browser without a server or network"],
  "full-device": ["a full device refuses a photo in words, loses nothing of what it holds"],
  guided: [
    "leads a guest through a visit: the guest sees the host's view, hears the host, turns away and follows again",
  ],
  live: [
    "creates a channel in the browser, receives an encoder, and keeps a guest up to date without a reload",
  ],
  messages: ["sends messages live between two users, and stores and clears them"],
  kit: [
    "controls show what the pointer is over, and where the focus is",
    "prints every page light, in any theme",
  ],
  "reachable-controls": [
    "lets a guest reach every control of the viewer at every size (en)",
    "lets an owner reach every control of the viewer and its forms at every size (ar)",
  ],
  location: ["picks a location by click, drag and device, finds its address, clears it and saves it"],
  notifications: [
    "rings the bell of every tab for a colleague's change, marks it read, and loses nothing offline",
  ],
  offline: [
    "what was typed is there when the connection is back",
    "what was seen opens without a connection",
  ],
  onboarding: ["shows a new user around, step by step, once (ar, 390 px)"],
  photos: [
    "adds photos on a phone, places one on the floor plan, makes a snag of it, deletes it and undoes that",
  ],
  "owner-report": [
    "is set up by the owner, sent when it is due, and read by a person without an account, who asks a question (en)",
  ],
  outbox: [
    "a project is saved offline, six kinds of work survive lock and reload, are sent once, and ask in a conflict",
    "a progress entry, a photo, a voice note, a position, a skipped spot and a 360 photo survive the lock and are sent once",
  ],
  players: ["begins by itself, survives a lost sender and says when it is over, all on one page"],
  profile: [
    "sets a cover and a profile picture, each cropped in the browser, and shows them to everyone on the user's page",
  ],
  progress: ["updates the progress of a floor, undoes it, and shows two dates side by side"],
  schedules: ["on a phone in Arabic time runs from right to left"],
  sessions: ["shares between tabs: signing out, signing in, the warning and its extension"],
  sheets: [
    "rooms are dragged to their positions, and the rest is placed automatically",
    "a plan is zoomed by fingers and keys, and prints whole",
  ],
  "multi-node": [
    "keeps an upload and the session when the user moves to another node while the first one ends",
  ],
  sharing: [
    "asks a guest for the password, rejects a wrong one, opens the visit with the right one, and lists the view for the owner",
  ],
  snapshots: ["captures the view as a member, draws on it and saves it with the visit"],
  system: ["shows the system status in Arabic, downloads the diagnosis, and quotes a failed call"],
  team: ["invites a known and an unknown user, who join by the bell and by email"],
  tools: ["sends a snag to monday.com with its photo"],
  tour: [
    "ten pictures become a visit, in which a snag is pinned, resolved, closed and printed, in both languages",
  ],
  "voice-notes": [
    "records a voice note on a phone, keeps it over a reload, sends it and checks its transcript",
  ],
  videos: ["adds a video, comments on it, shares it with a password, and counts its views"],
  "offline-copies": [
    "saves a project, reads it offline after a reload, locks, adds an item and unlocks (ar)",
  ],
  "walk-film": ["a walk video becomes rooms on the floor plan that compare with an earlier visit"],
  "spot-codes": [
    "creates codes, prints a sheet, opens a label, adds a snag there and revokes it (ar)",
    "asks a guest to sign in and returns to the label; a stranger gets a 404",
  ],
  webhooks: ["another system is notified of a snag within seconds, signed; a failed delivery is sent again"],
};

export const corePattern = patternOf(core);
export const widePattern = patternOf(wide);

/**
 * Matches each of these against the text that Playwright filters by: the file's name, the groups and the title,
 * separated by spaces.
 */
export function patternOf(journeys: Journeys): RegExp {
  return new RegExp(
    Object.entries(journeys)
      .flatMap(([file, titles]) => titles.map((title) => `(^|[ /])${file}\\.spec\\.ts .*${escaped(title)}`))
      .join("|"),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
