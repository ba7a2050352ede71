import type { FromFrame, OpenModel, ToFrame } from "./frame-words.ts";
import { lendStorage } from "./memory-storage.ts";
import { createTokens } from "./tokens.ts";
import type { GuiViewer, ViewDocument, Viewing } from "./viewing.ts";

/**
 * The document that Autodesk's viewer runs in (/autodesk/model): with an opaque origin, so that the third-party script
 * reaches neither the session nor the page around it. It announces itself, receives what to open, and reports the
 * result. All else goes between the viewer and Autodesk.
 */

const page = window.parent;
const say = (words: FromFrame) => page.postMessage(words, "*");
const stage = document.querySelector<HTMLElement>("#stage");

let tokens: ReturnType<typeof createTokens> | undefined;
let showView: ((guid: string) => void) | undefined;

lendStorage();
addEventListener("message", ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== page) return;
  if (data.say === "open") void open(data);
  else if (data.say === "view") showView?.(data.guid);
  else tokens?.bring(data);
});
say({ say: "ready" });

async function open(model: OpenModel): Promise<void> {
  if (tokens !== undefined || stage === null) return;
  tokens = createTokens(model, () => say({ say: "token-wanted" }));
  try {
    await fetchViewer(model);
  } catch {
    return say({ say: "failed", why: "script", detail: "" });
  }
  try {
    const viewing = window.Autodesk?.Viewing;
    if (viewing === undefined) return say({ say: "failed", why: "script", detail: "" });
    await start(viewing, model, stage);
  } catch (error) {
    say({ say: "failed", why: "start", detail: wordsOf(error) });
  }
}

/** Loads the script and its styles from the URLs the server gave. */
async function fetchViewer({ script, styles }: OpenModel): Promise<void> {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = styles;
  document.head.append(sheet);
  const code = document.createElement("script");
  code.src = script;
  await new Promise((resolve, reject) => {
    code.addEventListener("load", resolve);
    code.addEventListener("error", reject);
    document.head.append(code);
  });
}

async function start(viewing: Viewing, model: OpenModel, container: HTMLElement): Promise<void> {
  const { language, region, isDark, urn } = model;
  await new Promise<void>((resolve) => {
    viewing.Initializer(
      {
        env: "AutodeskProduction",
        // Models of European hubs are stored apart from all others.
        api: region === "EMEA" ? "derivativeV2_EU" : "derivativeV2",
        language,
        getAccessToken: (take) => tokens?.give(take),
      },
      resolve,
    );
  });
  const viewer = new viewing.GuiViewer3D(container);
  viewer.setTheme(isDark ? "dark-theme" : "light-theme");
  if (viewer.start() !== 0) return say({ say: "failed", why: "start", detail: "WebGL" });
  addEventListener("resize", () => viewer.resize());
  viewing.Document.load(
    `urn:${urn}`,
    (shown) => {
      showView = (guid) => void show(viewer, shown, guid);
      showView(model.guid);
    },
    (code, message) => say({ say: "failed", why: "model", detail: wordsOf(message) || String(code) }),
  );
}

async function show(viewer: GuiViewer, shown: ViewDocument, guid: string): Promise<void> {
  const root = shown.getRoot();
  const node = (guid === "" ? null : root.findByGuid(guid)) ?? root.getDefaultGeometry();
  if (node === null) return say({ say: "failed", why: "model", detail: "" });
  try {
    await viewer.loadDocumentNode(shown, node);
    say({ say: "shown" });
  } catch (error) {
    say({ say: "failed", why: "model", detail: wordsOf(error) });
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === "string" ? error : "";
