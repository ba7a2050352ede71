import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentType } from "react";
import { vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { type Answers, ApiServer } from "#test/web/api-server.ts";
import { startLanguage } from "#web/lib/language.ts";
import { session } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { publicSettings } from "./open-screen.tsx";

export interface AtDoor {
  readonly language?: Language;
  readonly settings?: Partial<PublicSettings>;
  readonly answers?: Answers;
}

/** Without the captcha, which has tests of its own. */
const calm: PublicSettings = { ...publicSettings, captcha_login: false, captcha_register: false };

/** The page as vitest runs it: its URL can be changed, which a page's own script cannot do. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

/**
 * A guest on one of the sign-in pages, against a server with these responses. `gone` are the pages they were redirected
 * to: jsdom does not navigate.
 */
export async function atDoor(
  path: string,
  Screen: ComponentType,
  { language = "en", settings = {}, answers = {} }: AtDoor = {},
) {
  const api = await ApiServer.start(answers);
  const url = new URL(path, api.origin);
  jsdom.reconfigure({ url: url.href });
  const gone: string[] = [];
  const { pathname, search, hostname, origin, href } = url;
  vi.stubGlobal("location", {
    pathname,
    search,
    hostname,
    origin,
    href,
    assign: (to: string) => gone.push(to),
  });
  const ask = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => ask(new URL(input, api.origin), init));
  session.setUser(null);
  session.setSettings({ ...calm, ...settings });
  remember(storageKeys.language, language);
  await startLanguage();
  const screen = render(<Screen />);
  return {
    api,
    gone,
    /** The current URL of the address bar. */
    address: () => new URL(document.URL).pathname + new URL(document.URL).search,
    user: userEvent.setup(),
    async close() {
      screen.unmount();
      vi.unstubAllGlobals();
      session.setUser(undefined);
      session.setSettings(null);
      await api.stop();
    },
  };
}

export type Door = Awaited<ReturnType<typeof atDoor>>;
