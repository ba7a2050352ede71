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

/** The page as vitest runs it: its URL can be changed, which a page's own script cannot do. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

/**
 * Opens a path of the application for a signed-in user, against a server with these responses. Everything is real
 * except the server; jsdom lacks scrolling and relative URLs in `fetch`, which are added here.
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
      // The response counts as done once its body is here, too.
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
      // A route that is still loading would be rendered into a removed page.
      await waitFor(() => expect(router.state.isLoading).toBe(false));
      screen.unmount();
      await api.stop();
      // A late response would set the signed-in user of this test during the next one.
      await waitFor(() => expect(underWay).toBe(0));
      globalThis.fetch = ask;
      session.setUser(undefined);
      endCreation();
    },
  };
}
