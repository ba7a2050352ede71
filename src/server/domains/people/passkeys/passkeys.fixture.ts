import type { Role } from "#contract/auth.ts";
import type { Passkey } from "#contract/passkeys.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { type Authenticator, createAuthenticator, type Lies } from "./authenticator.fixture.ts";

export const origin = "https://site.example.org";

/** An app with a host name of its own, which passkeys need, and users with authenticators. */
export async function passkeySite() {
  const app = await testApp({ environment: { PUBLIC_URL: origin } });
  const { db } = app.database;
  const phone = (checksOwner = true) => createAuthenticator({ origin, checksOwner });
  return { app, db, phone, owner: ownerOf(app, phone) };
}
export type PasskeySite = Awaited<ReturnType<typeof passkeySite>>;

export async function add(
  client: TestClient,
  authenticator: Authenticator,
  name = "Phone",
): Promise<Passkey> {
  const options = await client.call("POST /api/passkeys/options", { body: { password } });
  return client.call("POST /api/passkeys", { body: { name, credential: authenticator.create(options) } });
}

/** A user with a passkey, and their authenticator. */
const ownerOf =
  (app: TestApp, phone: (checksOwner?: boolean) => Authenticator) =>
  async ({ checksOwner = true, role }: { checksOwner?: boolean; role?: Role } = {}) => {
    const user = await app.user(role === undefined ? {} : { role });
    const client = await app.as(user);
    const device = phone(checksOwner);
    return { user, client, device, passkey: await add(client, device) };
  };

export const ask = (client: TestClient) => client.call("POST /api/passkeys/sign-in/options", { body: {} });

export async function enter(client: TestClient, device: Authenticator, lies?: Lies) {
  const credential = device.get(await ask(client), lies);
  return client.call("POST /api/passkeys/sign-in", { body: { credential } });
}

export async function refusal(client: TestClient, device: Authenticator, lies?: Lies): Promise<string> {
  const credential = device.get(await ask(client), lies);
  return (await client.refused("POST /api/passkeys/sign-in", { body: { credential } })).code;
}
