import "./viewer.css";
import type { Language } from "#contract/languages.ts";
import type { ViewerBoot } from "#contract/pages.ts";
import type { Room } from "#contract/visits.ts";
import type { Panorama } from "#panorama/types.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { carryActivity } from "./activity.ts";
import type { Frame } from "./frame.ts";
import { fadeWhenIdle } from "./idle.ts";
import { flatPicture } from "./parts/flat-picture.ts";
import { openHelpDialog } from "./parts/help-dialog.ts";
import { showHotspots } from "./parts/hotspots.ts";
import { notices } from "./parts/notices.ts";
import { showCards } from "./parts/point-card.ts";
import { roomList } from "./parts/room-list.ts";
import { roomSwitch } from "./parts/room-switch.ts";
import { openShareDialog } from "./parts/share-dialog.ts";
import { Toasts } from "./parts/toast.ts";
import { Toolbox, toolbox } from "./parts/toolbox.ts";
import { tools } from "./parts/tools.ts";
import { topBar } from "./parts/top-bar.ts";
import { listenToKeys } from "./shortcuts.ts";
import { createSignal } from "./signal.ts";
import { type Speaker, speakerOf } from "./texts.ts";
import { Tour } from "./tour.ts";

export interface Opened {
  readonly boot: ViewerBoot;
  readonly root: HTMLElement;
  readonly room: Room | undefined;
  readonly panorama: Panorama | undefined;
  readonly shown: Promise<unknown>;
  readonly life: AbortSignal;
}

/** Builds everything around the picture that already stands. */
export function openInterface(opened: Opened): Tour {
  const { boot, room, panorama, shown, life } = opened;
  const speaker = speakerOf(firstLanguage(boot.lang));
  const tour = new Tour({ visit: boot.visit, room, panorama, shown, life });
  build(opened, tour, speaker);
  carryActivity(life);
  void listenIn(boot, tour, shown, life);
  return tour;
}

/** Members hear what the others do; guests have nothing to listen to. */
async function listenIn(
  { realtime }: ViewerBoot,
  tour: Tour,
  shown: Promise<unknown>,
  life: AbortSignal,
): Promise<void> {
  if (realtime === undefined) return;
  await shown.catch(() => undefined);
  const live = await import("./points/live.ts").catch(() => null);
  if (!life.aborted) live?.followProject(tour, realtime, life);
}

/** What the address asks for, then what was chosen here before, then what the server found. */
function firstLanguage(offered: Language): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return [asked, recall(storageKeys.language)].find((known) => known === "en" || known === "ar") ?? offered;
}

/** The interface in one language; another language builds it anew around the same tour and picture. */
function build(place: Pick<Opened, "boot" | "root" | "life" | "shown">, tour: Tour, speaker: Speaker): void {
  const { boot, root, life } = place;
  const own = new AbortController();
  const toasts = new Toasts(speaker);
  const frame: Frame = {
    tour,
    speaker,
    root,
    settings: boot.settings,
    life: AbortSignal.any([life, own.signal]),
    isEmbedded: window.self !== window.top,
    isListOpen: createSignal(false),
    tools: new Toolbox(),
    toast: (text, action) => toasts.say(text, action),
    openShare: () => openShareDialog(frame),
    openHelp: () => openHelpDialog(frame),
    changeLanguage: () => change(),
  };
  document.documentElement.lang = speaker.language;
  document.documentElement.dir = speaker.direction;
  const before = [topBar(frame)];
  const flat = tour.panorama ? [] : [flatPicture(frame)];
  const after = [
    ...flat,
    toolbox(frame),
    ...notices(frame),
    roomSwitch(frame),
    tools(frame),
    roomList(frame),
    toasts.element,
  ];
  root.prepend(...before);
  root.append(...after);
  showHotspots(frame);
  showCards(frame);
  void offerMore(frame, place.shown);
  fadeWhenIdle(frame);
  listenToKeys(frame);

  const change = () => {
    const next = speakerOf(speaker.language === "en" ? "ar" : "en");
    choose(next);
    own.abort();
    for (const part of [...before, ...after]) part.remove();
    build(place, tour, next);
    root.querySelector<HTMLElement>("#viewer-language")?.focus();
  };
}

/** Nothing beyond looking around may delay the first picture. */
async function offerMore(frame: Frame, shown: Promise<unknown>): Promise<void> {
  await shown.catch(() => undefined);
  // Without a line the viewer is as good to look around in.
  const later = await import("./later.ts").catch(() => null);
  if (!frame.life.aborted) later?.offerLater(frame);
}

/** Remembered for the whole product; the cookie lets the server write the next page in it. */
function choose({ language, direction }: Speaker): void {
  remember(storageKeys.language, language);
  remember(storageKeys.direction, direction);
  writeCookie(storageKeys.language, language);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  history.replaceState(history.state, "", url);
}
