import { expect, it } from "vitest";
import { addressFor, realtimeAddress } from "./realtime-address.ts";

const page = { protocol: "http:", hostname: "site.example", port: "8080" };
const secure = { protocol: "https:", hostname: "site.example", port: "" };

/** The options the library receives on such a page. */
const given = (boot: Parameters<typeof realtimeAddress>[0], from = page) =>
  addressFor(realtimeAddress(boot, from));

it("With only a key the client connects to the origin of its page", () => {
  expect(given({ key: "k" })).toMatchObject({ wsHost: "site.example", wsPort: 8080, forceTLS: false });
  expect(given({ key: "k" }, secure)).toMatchObject({ wsHost: "site.example", wssPort: 443, forceTLS: true });
});

it("The hosted service is reached by its cluster and only over TLS, also from a page without TLS", () => {
  expect(given({ key: "k", cluster: "mt1" })).toEqual({ cluster: "mt1", forceTLS: true });
  expect(given({ key: "k", cluster: "eu" })).toEqual({ cluster: "eu", forceTLS: true });
});

it("Another server is reached as configured, and over TLS if the page was", () => {
  expect(given({ key: "k", host: "ws.example", port: 6001, tls: false }, secure)).toEqual({
    cluster: "mt1",
    wsHost: "ws.example",
    wsPort: 6001,
    wssPort: 6001,
    forceTLS: false,
  });
  expect(given({ key: "k", host: "ws.example" }, secure)).toMatchObject({ wssPort: 443, forceTLS: true });
  expect(given({ key: "k", host: "ws.example", cluster: "eu" })).toMatchObject({
    wsHost: "ws.example",
    wsPort: 80,
  });
});
