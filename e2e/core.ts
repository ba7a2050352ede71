/** Journeys, file by file, each by the beginning of its title. */
type Journeys = Readonly<Record<string, readonly string[]>>;

/**
 * What `npm test` walks of all journeys: each part of the product by what only a browser can show of it, in English and
 * Arabic, at a desk and on a phone by turns. `npm run journeys` (`EVERY_JOURNEY=1`) walks them all.
 */
export const core: Journeys = {
  accessibility: [
    "every screen of the table of routes is walked",
    "nothing serious stands in the way of anybody at the doors and in what opens over a screen (ar, dark, 390)",
    // A quarter of the screens; the others, by turns in either variant, are in `wide`.
    "nothing serious stands in the way of anybody, on any screen (en, light, 1280, part 1",
  ],
  branding: ["a change of the settings is seen in another person's open page at once"],
  cctv: ["in Arabic on a phone the wall reads from the right"],
  doors: ["a name and a password let one in", "a passkey lets one in without a name or a password"],
  journeys: ["a visitor tries the demo"],
  live: ["a channel is made in the browser, sent to by an encoder"],
  offline: [
    "what was seen opens without a connection",
    "what was typed is there when the connection is back",
  ],
  panorama: [
    "the settled view at yaw 180, pitch 30 equals the true projection",
    "the point that is grabbed stays under the pointer",
    "after a lost graphics context the picture comes back by itself",
    "a browser without WebGL gets an error with a code",
  ],
  players: ["plays, and turns by hand and by the arrows while it does"],
  projects: ["a manager who becomes a viewer while he edits is told at once"],
  "public-pages": ["a guest in ar 390 walks from a project's showcase into a visit"],
  search: ["the palette jumps, creates, and gives the focus back"],
  sessions: ["what is done in one tab happens in the others"],
  sharing: ["an owner protects a visit; a guest is asked"],
  sheets: ["rooms are dragged to their places"],
  shell: [
    "in Arabic the menu stands at the right",
    "menu and tools stay in reach",
    "every tab of the bottom bar is at least 44 px and under the finger (390 px)",
  ],
  snags: [
    "a snag is pinned on the plan, answered by its trade with a picture, and closed from the board (en)",
  ],
  team: ["an owner invites somebody known and somebody unknown"],
  "time-travel": ["turning one side turns the other to the same direction"],
  uploads: ["a picture whose line breaks half-way goes on"],
  viewer: [
    "the first picture is there before any script has run",
    "a guest walks from room to room",
    "in ar at 390 px every part is usable with a screen reader",
  ],
  "viewer-edit": ["an editor places a way by the mouse"],
  webhooks: ["another system is told of a snag within seconds"],
};

/** What `.ci/run` walks beside those of `core`, by `npm run test:rest`: longer ones, and parts that change less often. */
export const wide: Journeys = {
  accessibility: [
    "nothing serious stands in the way of anybody, on any screen (ar, dark, 390, part 2",
    "nothing serious stands in the way of anybody, on any screen (en, light, 1280, part 3",
    "nothing serious stands in the way of anybody, on any screen (ar, dark, 390, part 4",
  ],
  autodesk: ["on a phone in Arabic a hub is synced"],
  "billing-admin": ["a super admin gives somebody a plan, writes his bill"],
  evidence: ["a room's picture is proved to be the one that came"],
  export: ["is downloaded, unpacked, and walked in a browser without a server"],
  guided: ["a host leads a guest through a visit"],
  messages: ["two people write to each other, live"],
  kit: ["on paper every page is light"],
  location: ["a location is picked by click, drag and device"],
  notifications: ["what a colleague does rings the bell of every tab"],
  onboarding: ["somebody new is shown around, step by step, once (ar, 390 px)"],
  players: ["begins by itself, survives its sender and says when it is over"],
  profile: ["a person gives himself a cover and a face"],
  progress: ["somebody tells how far a floor is"],
  schedules: ["on a phone in Arabic time runs from right to left"],
  "multi-node": ["somebody who is moved to another machine in the middle of an upload"],
  snapshots: ["a member captures the view, draws on it"],
  system: ["a super admin sees in Arabic how the place is"],
  tools: ["a snag goes to monday.com with its picture"],
  tour: ["ten pictures become a visit"],
  videos: ["a film is added, spoken of, shared with a password"],
};

export const corePattern = patternOf(core);
export const widePattern = patternOf(wide);

/** Finds each of these in what Playwright matches: the file's name, the groups and the title, with blanks between. */
function patternOf(journeys: Journeys): RegExp {
  return new RegExp(
    Object.entries(journeys)
      .flatMap(([file, titles]) => titles.map((title) => `(^|[ /])${file}\\.spec\\.ts .*${escaped(title)}`))
      .join("|"),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
