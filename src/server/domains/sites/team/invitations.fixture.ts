import { sql } from "kysely";
import { expect } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { setUpMail, testSmtp } from "#test/smtp.ts";
import { type Person, person, type TestTeam } from "./team.fixture.ts";

export const password = "a long enough password";

/** The product with a mail server next to it, with self-registration and confirmed addresses. */
export async function mailedApp() {
  const smtp = await testSmtp();
  const app = await testApp({ environment: { PUBLIC_URL: "https://site.example.org" } });
  const admin = await setUpMail(app, smtp, {
    enable_registration: true,
    captcha_register: false,
    validate_email: true,
    first_name_mandatory: false,
    last_name_mandatory: false,
  });
  const close = async () => {
    await app.close();
    await smtp.close();
  };
  return { app, smtp, admin, close };
}

let count = 0;
export const freshAddress = () => `newcomer.${++count}@crew.example`;
/** Input of a person who opens an account by a link. */
export const choice = (token: string) => ({ token, username: `chosen.${++count}`, password });

export const invite = ({ client }: Person, { id_project }: TestTeam, email: string, more: object = {}) =>
  client.raw("POST /api/team-members/invite-team-member", {
    body: { id_project, email, role: "editor", ...more },
  });
export const sent = async (who: Person, team: TestTeam, email: string, more: object = {}) => {
  const { status, body } = await invite(who, team, email, more);
  expect(status, JSON.stringify(body)).toBe(201);
  return (
    body as { data: { invitation: { id: number; has_account: boolean }; invitation_link: string | null } }
  ).data;
};
export const own = ({ client }: { client: Person["client"] }) => client.call("GET /api/users/invitations");
export const accept = ({ client }: Pick<Person, "client">, id: number) =>
  client.raw("PUT /api/users/invitations/accept/{id}", { params: { id } });
export const decline = ({ client }: Pick<Person, "client">, id: number) =>
  client.raw("PUT /api/users/invitations/decline/{id}", { params: { id } });
export const cancel = ({ client }: Person, { id_project }: TestTeam, which: object) =>
  client.raw("DELETE /api/team-members/cancel-invitation", { body: { id_project, ...which } });
export const resend = ({ client }: Person, { id_project }: TestTeam, id: number) =>
  client.raw("POST /api/team-members/resend-invitation", { body: { id_project, id } });

/** Makes an invitation expire. */
export const age = ({ database }: TestApp, id: number) =>
  database.db
    .updateTable("project_invitations")
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where("id", "=", id)
    .execute();

/** A user with a confirmed address. */
export async function provedPerson(app: TestApp) {
  const made = await person(app);
  const values = { email_verified_at: new Date() };
  await app.database.db.updateTable("users").set(values).where("id", "=", made.id).execute();
  return { ...made, email: `${made.name}@example.org` };
}

export const userAt = ({ database }: TestApp, email: string) =>
  database.db
    .selectFrom("users")
    .selectAll()
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
