import type { SecretSetting, SettingValues } from "#contract/settings.ts";
import { password, type TestApp } from "./app.ts";
import type { RawReply, TestClient } from "./client.ts";

/** Submits the sign-in form. */
export const signIn = (client: TestClient, body: Record<string, unknown>): Promise<RawReply> =>
  client.raw("POST /api/login", { body });

/** Submits it with the password that all test users share. */
export const signInAs = (client: TestClient, { name }: { name: string }, more = {}): Promise<RawReply> =>
  signIn(client, { username_l: name, password_l: password, ...more });

export const codeOf = (reply: RawReply) => (reply.body as { code?: string }).code;

/** The response header that sets the session cookie; empty when there is none. */
export const sessionCookie = (reply: RawReply) => cookieLine(reply, "sitewalk_session");
export const cookieLine = (reply: RawReply, name: string) =>
  reply.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? "";

export const sessionToken = (client: TestClient) => /sitewalk_session=([^;]+)/.exec(client.cookie())?.[1];

export const newestSession = ({ database }: TestApp) =>
  database.db.selectFrom("sessions").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();

/** A call with exactly these cookies and headers, as from another program or another site. */
export const bareCall = (
  app: TestApp,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) =>
  fetch(new URL(path, app.origin), {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Changes settings, as a super admin does. */
export async function changeSettings(
  app: TestApp,
  values: Partial<SettingValues & Record<SecretSetting, string | null>>,
): Promise<void> {
  const admin = await app.as(await app.user({ role: "super_admin" }));
  await admin.call("PUT /api/settings", { body: values });
}
