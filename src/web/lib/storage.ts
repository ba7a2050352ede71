import { copiesName } from "./cache-names.ts";
import { activityKey } from "./shared-activity.ts";

/** The keys under which this browser stores values. Those marked outlive a session. */
export const storageKeys = {
  /** Outlives a session. */
  language: "app-language",
  /** Outlives a session. */
  direction: "app-direction",
  /** Outlives a session. */
  theme: "app-theme",
  /** Outlives a session. */
  sidebar: "app-sidebar",
  /** Outlives a session: the view of the project list. */
  projectsView: "app-projects-view",
  /** Outlives a session: the view of the snag list. */
  snagsView: "app-snags-view",
  /** Drafts of comments on snags, by author and snag: JSON. */
  snagDrafts: "app-snag-drafts",
  /** Outlives a session: whether the viewer's floor plan is open. */
  viewerPlan: "app-viewer-plan",
  /** Outlives a session: volume of videos, and whether they are muted: JSON. */
  playerSound: "app-player-sound",
  /** Outlives a session: streets or satellite layer of the map. */
  mapLayer: "app-map-layer",
  /** The Autodesk page the user was on before leaving to sign in there: the URL's parameters. */
  autodeskPlace: "app-autodesk-place",
  /** The project whose progress was viewed last. */
  progressProject: "app-progress-project",
  /** The project whose schedule was viewed last. */
  scheduleProject: "app-schedule-project",
  /** Collapsed rows of each schedule and the width of its days, by project: JSON. */
  scheduleViews: "app-schedule-views",
  /** Last position of the project map, and the filters it was for. */
  projectsMap: "app-projects-map",
  /** Outlives a session: where to go after signing in, path and query. */
  redirect: "redirectAfterLogin",
  /** Outlives a session. */
  onboarding: "onboardingCompleted",
  /** Outlives a session. */
  installDismissed: "pwa-install-dismissed",
  /** Outlives a session: the dismissed announcement, word for word. */
  announcement: "app-announcement",
  /** Outlives a session: what may be stored here beyond the necessary, `necessary` or `statistics`. */
  cookies: "app-cookies",
  /** Outlives a session: signing out did not reach the server, which is notified at the next opportunity. */
  logoutPending: "logout_pending",
  /** The signed-in user: no more than a first screen shows of them. */
  user: "user",
  /** Whether the user asked to stay signed in. */
  rememberMe: "rememberMe",
  /** The last sign-in, refresh or sign-out, announced to other tabs: `{type, at}`. */
  authEvent: "auth_event",
  /** Recently used entries of the command palette, newest first: JSON. */
  recentCommands: "app-recent-commands",
  /** Drafts of messages, by author and recipient. */
  messageDrafts: "message-drafts",
  /** Outlives a session: when each project was last viewed, by ids of user and project: JSON. */
  projectLooks: "app-project-looks",
  /** Outlives a session: the cameras on the camera wall and their layout, by user and project: JSON. */
  cameraWall: "app-camera-wall",
  /** Outlives a session: which columns of which list are shown: JSON. */
  listColumns: "app-list-columns",
  /** Time of the last activity on any page. */
  lastActivity: activityKey,
} as const;

/** Keys of modules that load later, named there: those above are part of the first script of every page. */
type LaterKey =
  | "app-kept-codes"
  | "app-opened-codes"
  | "app-copies"
  | "app-locked"
  | "app-clock-offset"
  | "app-walk-uploads";
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys] | LaterKey;

/** A function, so that pages that forget nothing do not carry the list. */
const outliving = (): ReadonlySet<string> =>
  new Set([
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

/** Storage may be forbidden (private windows, embedded pages) or full; the application then merely does not remember. */
export function remember(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Ignoring the failure is right here: no work of the user is lost.
  }
}

export function recall(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Database of server responses a user has seen, for when there is no connection (`persisted-queries.ts`). */
export const seenDatabase = "sitewalk-seen";
/** Database of unsent form drafts, with their files (`form-drafts.ts`). */
export const draftsDatabase = "sitewalk-drafts";
/**
 * Database of unsent voice recordings, by user (`features/work/voice-notes`). They survive a session that ends by
 * itself; signing out removes those of its user (`unsent-recordings.ts`).
 */
export const voiceDatabase = "sitewalk-voice";
/** Caches in which the service worker stores what a user viewed (`sw/stores.ts`). */
const seenCaches = ["sitewalk-pictures", "sitewalk-visits"];

/**
 * Removes everything except what is marked as outliving a session, whichever module wrote it. `keepsCopies`: saved
 * projects stay, for the end of a session that their user did not ask for.
 */
export function forgetPersonal({ keepsCopies = false } = {}): void {
  const kept = outliving();
  const isKept = (key: string) => kept.has(key) || (keepsCopies && key === "app-copies");
  forgetSeen(keepsCopies ? [] : [copiesName]);
  try {
    for (const key of Object.keys(localStorage)) if (!isKept(key)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Here, because it must be removed even on pages that load none of the code that shows it. Not every browser supports
 * all of it.
 */
function forgetSeen(also: readonly string[]): void {
  try {
    for (const name of [seenDatabase, draftsDatabase, ...also]) globalThis.indexedDB?.deleteDatabase(name);
    for (const name of [...seenCaches, ...also]) void globalThis.caches?.delete(name).catch(() => undefined);
    navigator.serviceWorker?.controller?.postMessage({ type: "forget" }, []);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Listens to values that other tabs of this browser store under `key`. Returns an unsubscribe function. */
export function onRemembered(key: StorageKey, hear: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) hear(event.newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
