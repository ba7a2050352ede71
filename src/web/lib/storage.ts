import { activityKey } from "./shared-activity.ts";

/** The names under which this browser remembers things. Those marked outlive a session. */
export const storageKeys = {
  /** Outlives a session. */
  language: "app-language",
  /** Outlives a session. */
  direction: "app-direction",
  /** Outlives a session. */
  theme: "app-theme",
  /** Outlives a session. */
  sidebar: "app-sidebar",
  /** Outlives a session: how the list of projects is looked at. */
  projectsView: "app-projects-view",
  /** Outlives a session: how the snags are looked at. */
  snagsView: "app-snags-view",
  /** Comments on snags that were begun and not sent, by who writes and on which: JSON. */
  snagDrafts: "app-snag-drafts",
  /** Outlives a session: whether the viewer's plan is open. */
  viewerPlan: "app-viewer-plan",
  /** Outlives a session: how loud films are, and whether they are: JSON. */
  playerSound: "app-player-sound",
  /** Outlives a session: streets or a picture from above. */
  mapLayer: "app-map-layer",
  /** Where one stood at Autodesk before leaving to sign in there: what the address said. */
  autodeskPlace: "app-autodesk-place",
  /** Of which project the progress was looked at last. */
  progressProject: "app-progress-project",
  /** Of which project the schedule was looked at last. */
  scheduleProject: "app-schedule-project",
  /** What is closed in which schedule, and how wide its days are, by project: JSON. */
  scheduleViews: "app-schedule-views",
  /** Where the map of projects was left, and for which filters. */
  projectsMap: "app-projects-map",
  /** Outlives a session: where to go after signing in, path and query. */
  redirect: "redirectAfterLogin",
  /** Outlives a session. */
  onboarding: "onboardingCompleted",
  /** Outlives a session. */
  installDismissed: "pwa-install-dismissed",
  /** Outlives a session: the announcement that was closed, word for word. */
  announcement: "app-announcement",
  /** Outlives a session: what may be kept here beyond the necessary, `necessary` or `statistics`. */
  cookies: "app-cookies",
  /** Outlives a session: signing out did not reach the server, which is told at the next opportunity. */
  logoutPending: "logout_pending",
  /** Who is signed in: no more than a first screen shows of him. */
  user: "user",
  /** Whether he asked to stay signed in. */
  rememberMe: "rememberMe",
  /** The last sign-in, refresh or sign-out, told to other tabs: `{type, at}`. */
  authEvent: "auth_event",
  /** What was used of the command palette, newest first: JSON. */
  recentCommands: "app-recent-commands",
  /** Messages that were begun and not sent, by who writes and to whom. */
  messageDrafts: "message-drafts",
  /** Outlives a session: when which project was last looked at, by numbers of person and project: JSON. */
  projectLooks: "app-project-looks",
  /** Outlives a session: which cameras stand on the wall and how, by person and project: JSON. */
  cameraWall: "app-camera-wall",
  /** Outlives a session: which columns of which list are shown: JSON. */
  listColumns: "app-list-columns",
  /** When somebody last did something on any page. */
  lastActivity: activityKey,
} as const;

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

const outliving: ReadonlySet<string> = new Set([
  storageKeys.language,
  storageKeys.direction,
  storageKeys.theme,
  storageKeys.sidebar,
  storageKeys.projectsView,
  storageKeys.snagsView,
  storageKeys.viewerPlan,
  storageKeys.playerSound,
  storageKeys.mapLayer,
  storageKeys.redirect,
  storageKeys.onboarding,
  storageKeys.installDismissed,
  storageKeys.announcement,
  storageKeys.cookies,
  storageKeys.logoutPending,
  storageKeys.projectLooks,
  storageKeys.cameraWall,
  storageKeys.listColumns,
]);

/** Storage may be forbidden (private windows, embedded pages) or full; the application then merely forgets. */
export function remember(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Forgetting is the right thing here: nothing the person did is lost.
  }
}

export function recall(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where answers of the server lie that somebody saw, for when there is no connection (`persisted-queries.ts`). */
export const seenDatabase = "sitewalk-seen";
/** What was begun in forms and not sent, with its files (`form-drafts.ts`). */
export const draftsDatabase = "sitewalk-drafts";
/** What the service worker keeps of what somebody looked at (`sw/stores.ts`). */
const seenCaches = ["sitewalk-pictures", "sitewalk-visits"];

/** Forgets everything but what is marked as outliving a session, whoever wrote it. */
export function forgetPersonal(): void {
  forgetSeen();
  try {
    for (const key of Object.keys(localStorage)) if (!outliving.has(key)) localStorage.removeItem(key);
  } catch {
    // Where nothing can be remembered nothing is left to forget.
  }
}

/** Here, because it must be gone also where nothing is loaded that could show it. Not every browser has all of it. */
function forgetSeen(): void {
  try {
    for (const name of [seenDatabase, draftsDatabase]) globalThis.indexedDB?.deleteDatabase(name);
    for (const name of seenCaches) void globalThis.caches?.delete(name).catch(() => undefined);
    navigator.serviceWorker?.controller?.postMessage({ type: "forget" }, []);
  } catch {
    // Where nothing can be kept nothing is left to forget.
  }
}

/** Hears what other tabs of this browser remember under `key`. Returns what stops it. */
export function onRemembered(key: StorageKey, hear: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) hear(event.newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
