import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiServer, ok } from "#test/web/api-server.ts";
import { startLanguage } from "#web/lib/language.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { showOnDesktop } from "./desktop.ts";
import { letter } from "./letters.fixture.ts";

const shown: FakeNotification[] = [];

/** Replaces the browser's own, which jsdom lacks: records its content, and can be clicked. */
class FakeNotification extends EventTarget {
  static permission = "granted";
  readonly title: string;
  readonly body: string | undefined;
  constructor(title: string, options?: NotificationOptions) {
    super();
    this.title = title;
    this.body = options?.body;
    shown.push(this);
  }
  close() {
    shown.splice(shown.indexOf(this), 1);
  }
}

let api: ApiServer;
let wishes = { browser_enabled: true, browser: true };
beforeEach(async () => {
  api = await ApiServer.start({
    "GET /api/notifications/preferences": () =>
      ok({
        global_settings: { browser_enabled: wishes.browser_enabled, mail_enabled: true },
        preferences: [{ id: "message", bell: true, mail: true, browser: wishes.browser }],
      }),
  });
  const ask = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => ask(new URL(input, api.origin), init));
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("focus", () => undefined);
  FakeNotification.permission = "granted";
  wishes = { browser_enabled: true, browser: true };
  shown.length = 0;
  remember(storageKeys.language, "en");
  await startLanguage();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await api.stop();
});

describe("a new message while desktop notifications are allowed", () => {
  it("is shown as 'New Message' with its content, and opens its conversation", async () => {
    const opened: string[] = [];
    await showOnDesktop(letter(4, { content: "Concrete at ten." }), (path) => opened.push(path));
    expect(shown).toMatchObject([{ title: "New Message", body: "Concrete at ten." }]);
    shown[0]?.dispatchEvent(new Event("click"));
    expect(opened).toEqual(["/inbox/4"]);
    expect(shown).toEqual([]);
  });

  it("is not shown when the setting is off, or the browser does not allow it", async () => {
    const open = () => undefined;
    wishes = { browser_enabled: false, browser: true };
    await showOnDesktop(letter(1), open);
    wishes = { browser_enabled: true, browser: false };
    await showOnDesktop(letter(2), open);
    wishes = { browser_enabled: true, browser: true };
    FakeNotification.permission = "denied";
    await showOnDesktop(letter(3), open);
    expect(shown).toEqual([]);
  });
});
