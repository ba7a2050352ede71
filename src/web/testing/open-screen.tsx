import { render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { mayBegin, somebody } from "#test/people.ts";
import { freshSettings } from "#test/settings.ts";
import { type Answers, ApiServer, ok } from "#test/web/api-server.ts";
import { endCreation } from "#web/lib/creation.ts";
import { startLanguage } from "#web/lib/language.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { createAppRouter } from "#web/routes.tsx";
import { App } from "#web/shell/app.tsx";

export const person: CurrentUser = {
  ...somebody,
  id: 1,
  username: "site-manager",
  email: "manager@site.example",
  role: "administrator",
  can: mayBegin(),
};

export const superAdmin: CurrentUser = {
  ...person,
  role: "super_admin",
  super_admin: true,
  can: mayBegin({ administer: true }),
};

export const publicSettings: PublicSettings = {
  ...freshSettings(),
  version: "0",
  share_providers: [],
};

/** The page as vitest runs it: its address can be changed as no script of a page could. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

/**
 * Opens an address of the application for somebody signed in, against a server that gives these answers. Everything
 * is real but the other end of the line; jsdom lacks scrolling and relative addresses in `fetch`, which are lent to it.
 */
export async function openScreen(path: string, language: Language, answers: Answers, whose = person) {
  const api = await ApiServer.start({
    "GET /api/user": () => ok(whose),
    "GET /api/settings": () => ok(publicSettings),
    ...answers,
  });
  jsdom.reconfigure({ url: api.origin + path });
  const ask = globalThis.fetch;
  let underWay = 0;
  globalThis.fetch = async (input, init) => {
    underWay += 1;
    try {
      const response = await ask(typeof input === "string" ? new URL(input, api.origin) : input, init);
      // Its words are here, too, before it counts as done.
      await response.clone().arrayBuffer();
      return response;
    } finally {
      underWay -= 1;
    }
  };
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
  queryClient.clear();
  session.setUser(whose);
  session.setSettings(publicSettings);
  remember(storageKeys.language, language);
  await startLanguage();
  const router = createAppRouter();
  const screen = render(<App router={router} />);
  return {
    ...screen,
    api,
    user: userEvent.setup({ applyAccept: false }),
    path: () => location.pathname,
    async close() {
      // A route that is still on its way would be drawn into a page that is gone.
      await waitFor(() => expect(router.state.isLoading).toBe(false));
      screen.unmount();
      await api.stop();
      // An answer that comes late would tell the next test who was signed in during this one.
      await waitFor(() => expect(underWay).toBe(0));
      globalThis.fetch = ask;
      session.setUser(undefined);
      endCreation();
    },
  };
}
