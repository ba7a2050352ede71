import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import { close } from "./protocol.ts";

/** Every so often cuts off who has been silent for too long, and sends away those whose proof of rights is too old. */
export function watchConnections(hub: Hub, heartbeat: { readonly every: number; readonly silence: number }) {
  const look = (): void => {
    const now = performance.now();
    for (const connection of hub.connections) {
      if (now - connection.lastHeard > heartbeat.silence) connection.close(close.silent, "no answer");
      else if (now > connection.until && connection.channels.size > 0)
        connection.close(close.reconnect, "prove your rights again");
      else if (now - connection.lastHeard > heartbeat.every / 2) connection.probe();
    }
  };
  return setInterval(look, heartbeat.every).unref();
}

/** Asks the sockets of a person, session or token back, with new proofs of their rights. */
export function askBack(hub: Hub, of: Parameters<Connection["belongsTo"]>[0], reason: string): void {
  for (const connection of hub.connections)
    if (connection.belongsTo(of)) connection.close(close.reconnect, reason);
}

/** Cuts off everybody known by this id, by his session or as a member, and does not ask him back. */
export function expel(hub: Hub, userId: string): void {
  const user = /^\d{1,15}$/.test(userId) ? Number(userId) : Number.NaN;
  for (const connection of hub.connections) {
    if (!connection.belongsTo({ user, member: userId })) continue;
    connection.send("pusher:error", {
      code: close.unauthorized,
      message: "Sent away by the application.",
    });
    connection.close(close.unauthorized, "sent away by the application");
  }
}

/** Sending thousands away takes two seconds. */
const AWAY = { steps: 40, pause: 50 };

/** Tells all to come back later; not all in the same instant, or they would all come back to the others in one. */
export async function sendAllAway(hub: Hub): Promise<void> {
  const all = [...hub.connections];
  const atOnce = Math.max(50, Math.ceil(all.length / AWAY.steps));
  for (let first = 0; first < all.length; first += atOnce) {
    for (const connection of all.slice(first, first + atOnce))
      connection.close(close.reconnect, "restarting");
    if (first + atOnce < all.length) await new Promise((resume) => setTimeout(resume, AWAY.pause));
  }
  for (let waited = 0; hub.connections.size > 0 && waited < 1_000; waited += 20)
    await new Promise((resume) => setTimeout(resume, 20));
  for (const connection of hub.connections) connection.terminate();
}
