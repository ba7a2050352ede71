import { QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { somebody } from "#test/people.ts";
import { soon } from "#test/soon.ts";
import { RealtimeServer } from "#test/web/realtime-server.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { RightsCompanion } from "./rights-companion.tsx";

/** The page under vitest: unlike a page's script, a test can change its address. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const ask = globalThis.fetch;
let server: RealtimeServer;
beforeAll(async () => {
  server = await RealtimeServer.start(() => ({ status: 200, body: { auth: "key:proof" } }));
  const { origin } = server;
  jsdom.reconfigure({ url: `${origin}/editproject/4` });
  globalThis.fetch = (input, init) => ask(new URL(input as string, origin), init);
  document.head.innerHTML =
    '<meta name="csrf-token" content="the-token"><script type="application/json" id="boot">{"realtime":{"key":"key"}}</script>';
});
afterAll(async () => {
  globalThis.fetch = ask;
  await server.stop();
});

it("refetches the permissions of what is shown on the first connection, and nothing else", async () => {
  const project = vi.fn(async () => ({ id: 4, can: { edit: true } }));
  const list = vi.fn(async () => ({ items: [] }));
  const stops = [
    new QueryObserver(queryClient, { queryKey: ["projects", 4], queryFn: project, staleTime: 60_000 }),
    new QueryObserver(queryClient, { queryKey: ["projects"], queryFn: list, staleTime: 60_000 }),
  ].map((observer) => observer.subscribe(() => undefined));
  await soon(() => expect([project, list].map(({ mock }) => mock.calls.length)).toEqual([1, 1]));
  session.setUser(somebody);
  render(
    <QueryClientProvider client={queryClient}>
      <RightsCompanion />
    </QueryClientProvider>,
  );
  await soon(() => expect(project).toHaveBeenCalledTimes(2));
  expect(list).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});
