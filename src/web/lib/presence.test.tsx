import { cleanup, render, screen } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { RealtimeServer } from "#test/web/realtime-server.ts";
import { usePresence } from "./presence.ts";

/** The page as vitest runs it: its URL can be changed, which a page's own script cannot do. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const channel = "presence-project-7";
const ask = globalThis.fetch;
let server: RealtimeServer;

beforeAll(async () => {
  server = await RealtimeServer.start(() => ({
    status: 200,
    body: { auth: "key:proof", channel_data: '{"user_id":"1","user_info":{"name":"Samira"}}' },
  }));
  jsdom.reconfigure({ url: `${server.origin}/project/7` });
  globalThis.fetch = (input, init) => ask(new URL(input as string, server.origin), init);
  document.head.innerHTML =
    '<meta name="csrf-token" content="the-token"><script type="application/json" id="boot">{"realtime":{"key":"key"}}</script>';
});
afterAll(async () => {
  globalThis.fetch = ask;
  await server.stop();
});

function Names() {
  const names = usePresence(channel).map(
    ({ name, avatar }) => `${name}${avatar === null ? "" : ` ${avatar}`}`,
  );
  return <output>{names.join(", ")}</output>;
}
const shows = (text: string) => soon(() => expect(screen.getByRole("status").textContent).toBe(text));

it("shows members as they are present, join and leave, and is complete after the screen is closed and reopened", async () => {
  server.members.set(channel, { "1": { name: "Samira" }, "2": { name: "Omar", avatar: "/o.webp" } });
  render(<Names />);
  await shows("Samira, Omar /o.webp");
  server.tell(channel, "pusher_internal:member_added", { user_id: "3", user_info: { name: "Lina" } });
  await shows("Samira, Omar /o.webp, Lina");
  server.tell(channel, "pusher_internal:member_removed", { user_id: "2" });
  await shows("Samira, Lina");

  cleanup();
  render(<Names />);
  await shows("Samira, Lina");

  cleanup();
  await soon(() => expect(server.hearers.size).toBe(0));
  server.members.set(channel, { "1": { name: "Samira" } });
  render(<Names />);
  await shows("Samira");
});
