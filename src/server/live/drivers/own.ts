import type { LiveEngine } from "../engine.ts";
import type { DrivenChannel, LiveDriver } from "./driver.ts";

/**
 * This server's own engine. It makes nothing elsewhere, so there is nothing to create, to remember or to delete. Every
 * node that serves has one, and each lets every sender in.
 */
export function ownDriver(engine: LiveEngine): LiveDriver {
  const arm = ({ code, keyHash, record, linksSince }: DrivenChannel) =>
    engine.arm({ code, keyHash, record, linksSince });
  return {
    name: "own",
    keepsKey: false,
    isReady: () => true,
    async create() {},
    start: arm,
    stop: ({ code }) => engine.disarm(code),
    async rekey() {},
    delete: ({ code }) => engine.disarm(code),
    status: ({ code }) => engine.status(code),
    playbackUrls: ({ code }, expires, viewer) => engine.addresses(code, expires, viewer),
    follow: arm,
    unfollow: (code) => engine.disarm(code),
    revoke: async ({ code, linksSince }) => {
      if (linksSince !== null) await engine.revoke(code, linksSince);
    },
    cede: (code) => engine.cede(code),
    carried: () => engine.carried(),
    // Without a port for cameras, browsers can send all the same.
    ingest: (_, host) => (engine.problem === null ? engine.ingest(host) : null),
    browserSocket: ({ code }) => engine.browserSocket(code),
    onEvent: (listener) => engine.onEvent(listener),
  };
}
