import { type DataConnection, Peer } from "peerjs";
import type { GuidedTour } from "#contract/guided.ts";

/** Metadata of a connection that only checks whether the host is present. */
const lookMetadata = "look";
/** Milliseconds to wait for an answer. */
const patience = 6_000;

export const isLook = ({ metadata }: Pick<DataConnection, "metadata">) => metadata === lookMetadata;

/** Creates this browser's peer at the broker, under its assigned id. */
export function peerOf({ me, token, broker, ice }: GuidedTour): Peer {
  const isOwn = broker.host === "";
  const secure = location.protocol === "https:";
  return new Peer(me, {
    host: isOwn ? location.hostname : broker.host,
    port: isOwn ? Number(location.port) || (secure ? 443 : 80) : broker.port,
    path: broker.path,
    secure,
    token,
    debug: 0,
    config: { iceServers: ice.map((server) => ({ ...server })) },
  });
}

/** Whether the host is present, checked without following. */
export function isHostThere(tour: GuidedTour): Promise<boolean> {
  const peer = peerOf(tour);
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), patience);
    peer.on("open", () => {
      const look = peer.connect(tour.host, { metadata: lookMetadata, serialization: "json" });
      look?.on("open", () => resolve(true));
    });
    peer.on("error", () => resolve(false));
  }).finally(() => peer.destroy());
}
