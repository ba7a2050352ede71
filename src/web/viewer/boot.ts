import type { ViewerBoot } from "#contract/pages.ts";
import { createPanorama, PanoramaError } from "#panorama/index.ts";
import type { Panorama, PanoramaOptions } from "#panorama/types.ts";
import { sourceOf } from "#web/features/media/viewer/source.ts";
import { parseViewLink } from "#web/features/media/viewer/view-link.ts";
import { startReporting } from "#web/lib/reporting/report.ts";

/**
 * The first script of the public viewer: starts the engine on the picture that the page contains, then loads the rest.
 * The poster is on screen before it runs, so everything that can wait is in the other file.
 */
async function start(): Promise<void> {
  const boot = JSON.parse(find("#boot").textContent) as ViewerBoot;
  const root = find("#viewer");
  // A page that was cached for offline use may start in another room.
  const asked = parseViewLink(location)?.room;
  const { rooms } = boot.visit;
  const room = rooms.find(({ id }) => id === asked) ?? rooms.find(({ id }) => id === boot.room);
  const source = room ? sourceOf(room) : null;
  const stage = find("#stage");
  const poster = document.querySelector<HTMLImageElement>("#poster");
  const isSoft = poster?.dataset["soft"] !== undefined;
  const panorama = open(stage, {
    label: room?.name ?? boot.visit.name,
    view: parseViewLink(location)?.view,
    poster: isSoft ? undefined : (poster ?? undefined),
    // Embedded in another page, the wheel scrolls that page.
    controls: { wheel: window.self === window.top },
  });
  // For external observers of the picture: printing, embedding, tests.
  panorama?.on("ready", () => (root.dataset["picture"] = "shown"));
  panorama?.on("sharp", () => {
    if (root.dataset["picture"] !== "sharp") keep();
    root.dataset["picture"] = "sharp";
  });
  const shown = panorama && source ? panorama.show(source) : Promise.resolve(false);
  // Reported by the interface; without it, as when the connection breaks right now, there is nothing to report to.
  shown.catch(() => undefined);
  if (isSoft) void replace(poster, stage, shown);
  // In parallel with the interface, which needs them at once.
  const words =
    boot.lang === "ar" ? import("#i18n/ar/media/viewer.json") : import("#i18n/en/media/viewer.json");
  words.catch(() => undefined);
  const { openInterface } = await import("#web/features/media/viewer/interface.tsx");
  await openInterface({ boot, root, room, panorama, shown, signal: new AbortController().signal });
  document.querySelector("#loading")?.remove();
}

/** From here on this visit opens without a connection, too. */
function keep(): void {
  // Without it the visit works as well while there is a connection.
  void import("#web/lib/service-worker.ts").then(({ keepVisit }) => keepVisit()).catch(() => undefined);
}

/** A poster that is no sharper than the engine's first frame is removed with it, not with the last tile. */
async function replace(poster: HTMLImageElement, stage: HTMLElement, shown: Promise<boolean>): Promise<void> {
  stage.style.opacity = "0";
  await shown.catch(() => undefined);
  stage.style.opacity = "";
  poster.remove();
}

/** Undefined where the browser cannot draw it; the interface then shows the pictures flat. */
function open(stage: HTMLElement, options: PanoramaOptions): Panorama | undefined {
  try {
    return createPanorama(stage, options);
  } catch (error) {
    if (error instanceof PanoramaError && error.code === "no-webgl") return undefined;
    throw error;
  }
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`viewer.html has no ${selector}.`);
  return found;
}

startReporting();
void start();
