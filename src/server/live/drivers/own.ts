import type { LiveEngine } from "../engine.ts";
import type { DrivenChannel, LiveDriver } from "./driver.ts";

/**
 * This server's own engine. It has no external resources, so there is nothing to create, to record or to delete. Every
 * serving node has one, and each admits every sender.
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
    // Without a port for cameras, browsers can still send.
    ingest: (_, host) => (engine.problem === null ? engine.ingest(host) : null),
    browserSocket: ({ code }) => engine.browserSocket(code),
    onEvent: (listener) => engine.onEvent(listener),
  };
}
