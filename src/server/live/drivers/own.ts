import type { LiveEngine } from "../engine.ts";
import type { LiveDriver } from "./driver.ts";

/** This server's own engine. It makes nothing elsewhere, so there is nothing to create, to remember or to delete. */
export function ownDriver(engine: LiveEngine): LiveDriver {
  return {
    name: "own",
    keepsKey: false,
    isReady: () => true,
    async create() {},
    start: ({ code, keyHash, record }) => engine.arm({ code, keyHash, record }),
    stop: ({ code }) => engine.disarm(code),
    async rekey() {},
    delete: ({ code }) => engine.disarm(code),
    status: ({ code }) => engine.status(code),
    playbackUrls: ({ code }, expires, viewer) => engine.addresses(code, expires, viewer),
    revoke: ({ code }) => engine.revoke(code),
    // Without a port for cameras, browsers can send all the same.
    ingest: (_, host) => (engine.problem === null ? engine.ingest(host) : null),
    browserSocket: ({ code }) => engine.browserSocket(code),
    onEvent: (listener) => engine.onEvent(listener),
  };
}
