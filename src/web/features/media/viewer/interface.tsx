import "./viewer.css";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import type { Language } from "#contract/languages.ts";
import type { ViewerBoot } from "#contract/pages.ts";
import type { Room } from "#contract/visits.ts";
import type { Panorama } from "#panorama/types.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { whenPartIsMissing } from "#web/ui/later.ts";
import { carryActivity } from "./activity.ts";
import { type Frame, FrameContext, type Mounted, type Views } from "./frame.ts";
import { fadeWhenIdle } from "./idle.ts";
import { openShareDialog } from "./parts/share-dialog.ts";
import { TopBar } from "./parts/top-bar.tsx";
import { ViewerFrame } from "./parts/viewer-frame.tsx";
import { listenToKeys } from "./shortcuts.ts";
import { type Speaker, type ViewerWords, wordsIn } from "./texts.ts";
import { Toolbox } from "./toolbox.ts";
import { Tour } from "./tour.ts";

export interface Opened {
  readonly boot: ViewerBoot;
  readonly root: HTMLElement;
  readonly room: Room | undefined;
  readonly panorama: Panorama | undefined;
  readonly shown: Promise<unknown>;
  readonly signal: AbortSignal;
}

/** Builds the interface around the picture that is already shown. */
export async function openInterface(opened: Opened): Promise<Tour> {
  const { boot, room, panorama, shown, signal } = opened;
  const tour = new Tour({ visit: boot.visit, room, panorama, shown, signal });
  const words = await wordsIn(firstLanguage(boot.lang));
  build(opened, placeFor(opened.root), tour, words);
  carryActivity(signal);
  void listenIn(boot, tour, shown, signal);
  return tour;
}

/** Members receive other users' changes in real time; guests have nothing to subscribe to. */
async function listenIn(
  { realtime }: ViewerBoot,
  tour: Tour,
  shown: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  if (realtime === undefined) return;
  await shown.catch(() => undefined);
  const live = await import("./points/live.ts").catch(() => null);
  if (!signal.aborted) live?.followProject(tour, realtime, signal);
}

/** The language of the address, then the one selected here before, then the one the server detected. */
function firstLanguage(offered: Language): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return [asked, recall(storageKeys.language)].find((known) => known === "en" || known === "ar") ?? offered;
}

interface Place {
  /** Before the picture, in the order of keyboard and screen readers. */
  readonly before: HTMLElement;
  readonly page: Root;
}

/** Elements without layout of their own: their content is positioned over the picture. */
function placeFor(root: HTMLElement): Place {
  const [before, after] = [document.createElement("div"), document.createElement("div")];
  for (const box of [before, after]) box.style.display = "contents";
  root.prepend(before);
  root.append(after);
  return { before, page: createRoot(after) };
}

/** Milliseconds: long enough to read a line, and to reach its button. */
const toastFor = { words: 4000, button: 8000 };

/** Builds the interface in one language; another language rebuilds it around the same tour and picture. */
function build(opened: Opened, place: Place, tour: Tour, words: ViewerWords): void {
  const { boot, root, signal } = opened;
  const { speaker } = words;
  const own = new AbortController();
  const frame: Frame = {
    tour,
    speaker,
    root,
    settings: boot.settings,
    signal: AbortSignal.any([signal, own.signal]),
    isEmbedded: window.self !== window.top,
    isListOpen: createStore(false),
    isHelpOpen: createStore(false),
    views: createStore<Views | null>(null),
    tools: new Toolbox(),
    toast: (title, action) =>
      showToast(
        { tone: "info", title, ...(action && { action: { label: action.label, onAction: action.press } }) },
        action ? toastFor.button : toastFor.words,
      ),
    mounted: createStore<readonly Mounted[]>([]),
    mount: (name, part) => {
      const others = frame.mounted.get().filter((one) => one.name !== name);
      frame.mounted.set([...others, { name, part }]);
    },
    openShare: () => openShareDialog(frame),
    openHelp: () => frame.isHelpOpen.set(true),
    changeLanguage: () => void change(),
  };
  document.documentElement.lang = speaker.language;
  document.documentElement.dir = speaker.direction;
  translate.set(words.translate);
  whenPartIsMissing(() => frame.toast(speaker.say("points.failed")));
  // Parts that are not components yet query elements rendered here.
  flushSync(() =>
    place.page.render(
      <FrameContext key={speaker.language} value={frame}>
        {createPortal(<TopBar />, place.before)}
        <ViewerFrame />
      </FrameContext>,
    ),
  );
  void offerMore(frame, opened.shown);
  fadeWhenIdle(frame);
  listenToKeys(frame);

  const change = async () => {
    const next = await wordsIn(speaker.language === "en" ? "ar" : "en").catch(() => null);
    if (next === null) return frame.toast(speaker.say("notice.offline"));
    if (frame.signal.aborted) return;
    choose(next.speaker);
    own.abort();
    build(opened, place, tour, next);
    root.querySelector<HTMLElement>("#viewer-language")?.focus();
  };
}

/** Nothing beyond looking around may delay the first picture. */
async function offerMore(frame: Frame, shown: Promise<unknown>): Promise<void> {
  await shown.catch(() => undefined);
  // Offline, looking around still works.
  const later = await import("./later.ts").catch(() => null);
  if (!frame.signal.aborted) later?.offerLater(frame);
}

/** Remembered for the whole product; the cookie lets the server render the next page in it. */
function choose({ language, direction }: Speaker): void {
  remember(storageKeys.language, language);
  remember(storageKeys.direction, direction);
  writeCookie(storageKeys.language, language);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  history.replaceState(history.state, "", url);
}
