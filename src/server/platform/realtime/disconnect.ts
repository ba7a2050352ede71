import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import { close } from "./protocol.ts";

/** Periodically disconnects silent clients, and those whose authorisation is too old. */
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

/** Makes the sockets of a user, session or token reconnect, with new proofs of their rights. */
export function askBack(hub: Hub, of: Parameters<Connection["belongsTo"]>[0], reason: string): void {
  for (const connection of hub.connections)
    if (connection.belongsTo(of)) connection.close(close.reconnect, reason);
}

/** Disconnects everyone with this id, by session or as a member, and does not make them reconnect. */
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

/** Disconnecting thousands takes two seconds. */
const AWAY = { steps: 40, pause: 50 };

/** Makes all clients reconnect; spread over time, or they would all arrive at the other nodes at once. */
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
