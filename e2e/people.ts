import type { Role } from "#contract/auth.ts";
import { TestClient } from "#test/client.ts";
import { admin } from "./server.ts";

/** One password for all users in the journeys. */
export const password = "a long walk on site";

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

const admins = new Map<string, Promise<TestClient>>();

/** The first super admin, calling without a browser. Signs in once per server, since sign-ins are counted. */
export function adminClient(origin: string): Promise<TestClient> {
  const known = admins.get(origin) ?? enterAsAdmin(origin);
  admins.set(origin, known);
  return known;
}

async function enterAsAdmin(origin: string): Promise<TestClient> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: admin.email, password_l: admin.password } });
  return client;
}

/** Creates an account that is ready to work. */
export async function makePerson(origin: string, username: string, role: Role = "user"): Promise<Person> {
  const client = await adminClient(origin);
  const email = `${username}@example.org`;
  const names = { first_name: "Site", last_name: "Office" };
  const { user } = await client.call("POST /api/users", {
    body: { username, email, password, role, ...names },
  });
  return { id: user.id, username, email };
}
