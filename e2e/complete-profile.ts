import { TestClient } from "#test/client.ts";

/** The account that a server creates at its start has no names, and without them no screen except /editprofile opens. */
export async function completeProfile(
  origin: string,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: account.email, password_l: account.password } });
  const { id } = await client.call("GET /api/user");
  await client.call("PUT /api/users/{id}", {
    params: { id },
    body: { first_name: "Site", last_name: "Owner" },
  });
}
