import { WebSocket } from "ws";
import type { TestClient } from "../client.ts";

export interface Listener {
  /** `performance.now()` at which the event of each visit arrived. */
  readonly heard: ReadonlyMap<number, number>;
  close(): void;
}

/** Subscribes to a project's visits at one node, by the Pusher protocol alone. */
export async function listen(client: TestClient, origin: string, project: number): Promise<Listener> {
  const channel = `private-project-${project}`;
  const authorize = async (socket_id: string) => {
    const { body } = await client.raw("POST /api/broadcasting/auth", {
      body: { socket_id, channel_name: channel },
    });
    return (body as { auth: string }).auth;
  };
  // The key precedes the signature.
  const key = (await authorize("1.1")).split(":")[0] ?? "";
  const heard = new Map<number, number>();
  const socket = new WebSocket(`${origin.replace("http", "ws")}/app/${key}?protocol=7`);
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data?: string };
      const said = JSON.parse(data ?? "{}") as { socket_id?: string; id_visit?: number };
      if (event === "pusher:connection_established")
        void authorize(said.socket_id ?? "").then((auth) =>
          socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } })),
        );
      else if (event === "pusher_internal:subscription_succeeded") resolve();
      else if (event === "visit.created" && said.id_visit !== undefined)
        heard.set(said.id_visit, performance.now());
    });
  });
  return { heard, close: () => socket.close() };
}
