import { randomBytes } from "node:crypto";
import type { AutodeskSync } from "#contract/autodesk.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { type AutodeskService, application, startAutodeskService } from "#test/autodesk-service/index.ts";
import type { TestClient } from "#test/client.ts";
import { changeSettings } from "#test/sign-in.ts";
import { soon } from "#test/soon.ts";

/** The whole product beside a fake Autodesk, with one clock for both. */
export interface AutodeskSite {
  readonly app: TestApp;
  readonly autodesk: AutodeskService;
  /** Advances both clocks by this many milliseconds. */
  pass(milliseconds: number): void;
  /** A browser of a new user who is connected. */
  connected(options?: Parameters<TestApp["user"]>[0]): Promise<Person>;
  close(): Promise<void>;
}
export interface Person {
  readonly client: TestClient;
  readonly id: number;
}

export async function autodeskSite(): Promise<AutodeskSite> {
  let shift = 0;
  const now = () => Date.now() + shift;
  const autodesk = await startAutodeskService({ now });
  const app = await testApp({
    clock: { now: () => new Date(now()) },
    environment: { INTEGRATION_ENDPOINTS: JSON.stringify({ autodesk: autodesk.endpoints }) },
  });
  await changeSettings(app, { adsk_client_id: application.id, adsk_client_secret: application.secret });
  return {
    app,
    autodesk,
    pass: (milliseconds) => void (shift += milliseconds),
    async connected(options) {
      const user = await app.user(options);
      const client = await app.as(user);
      const end = await connect(client);
      if (!end.endsWith("status=success")) throw new Error(`not connected: ${end}`);
      return { client, id: user.id };
    },
    async close() {
      await app.close();
      await autodesk.close();
    },
  };
}

/** Goes to Autodesk and back, as a browser does. Returns the path on which it lands. */
export async function connect(
  client: TestClient,
  change: (back: URL) => void = () => undefined,
): Promise<string> {
  const { authUrl } = await client.call("GET /api/autodesk/auth-url");
  const away = await fetch(authUrl, { redirect: "manual" });
  const back = new URL(away.headers.get("location") ?? "about:blank");
  change(back);
  const { status, headers } = await client.send("GET", back.href, undefined, {});
  if (status !== 302) throw new Error(`the callback answered ${status}`);
  return headers.get("location") ?? "";
}

/** Returns the sync once it has ended. */
export async function ended(client: TestClient, { id }: Pick<AutodeskSync, "id">): Promise<AutodeskSync> {
  return soon(async () => {
    const row = (await client.call("GET /api/autodesk/syncs")).find((one) => one.id === id);
    if (row === undefined || row.finished_at === null) throw new Error(`not ended: ${JSON.stringify(row)}`);
    return row;
  });
}

export const unique = (name: string) => `${name}-${randomBytes(4).toString("hex")}`;
