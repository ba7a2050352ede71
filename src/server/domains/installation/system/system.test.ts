import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let app: TestApp;
let chief: TestClient;
beforeAll(async () => {
  app = await testApp();
  chief = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(() => app.close());

/** A job of the sweeps that failed, as pg-boss leaves it when it is given up. */
async function givenUp(reason: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into pgboss.job (id, name, data, state, output, started_on, completed_on, policy, retry_limit)
    values (${id}, 'media.sweep-uploads', '{}', 'failed', ${JSON.stringify({ message: reason })}::jsonb, now(), now(), 'standard', 3)`.execute(
    app.database.db,
  );
  return id;
}

it("shows a super admin the status of the installation", async () => {
  const overview = await chief.call("GET /api/system/overview");
  expect(overview.nodes).toMatchObject([{ role: "all", is_self: true }]);
  expect(overview.clock).toMatchObject({ is_right: true });
  expect(overview.database).toMatchObject({ version: expect.stringMatching(/^\d+/) as string, replicas: [] });
  expect(overview.database.bytes).toBeGreaterThan(1_000_000);
  expect(overview.database.connections).toBeGreaterThan(0);
  expect(overview.storage).toMatchObject({ kind: "disk", place: app.dataDir });
  expect(overview.storage.total_bytes).toBeGreaterThan(overview.storage.free_bytes);
  expect(overview.mail).toEqual({ is_on: false, trouble: null });
  expect(overview.backup).toEqual({ last: null, failed: null });
  expect(overview.search.knows_arabic).toBe(true);
});

it("is closed to everyone else", async () => {
  for (const role of ["user", "administrator"] as const) {
    const person = await app.as(await app.user({ role }));
    for (const route of ["GET /api/system/overview", "GET /api/system/diagnosis"] as const)
      expect(await person.refused(route)).toMatchObject({ status: 403 });
    const again = { params: { id: randomUUID() } };
    expect(await person.refused("POST /api/system/jobs/{id}/again", again)).toMatchObject({ status: 403 });
  }
});

it("restarts a job that was given up, once, and logs who requested it", async () => {
  const id = await givenUp("No space; the token=abcdefgh12345678 of https://host/x?key=hidden9 was kept");
  const { failed } = await chief.call("GET /api/system/overview");
  const shown = failed.find((job) => job.id === id);
  expect(shown).toMatchObject({ queue: "media.sweep-uploads" });
  expect(shown?.reason).toContain("No space");
  expect(shown?.reason).not.toMatch(/abcdefgh12345678|hidden9/);
  await chief.call("POST /api/system/jobs/{id}/again", { params: { id } });
  await expect
    .poll(async () => {
      const { rows } = await sql<{ state: string }>`select state from pgboss.job where id = ${id}`.execute(
        app.database.db,
      );
      return rows[0]?.state;
    })
    .toBe("completed");
  expect(await chief.refused("POST /api/system/jobs/{id}/again", { params: { id } })).toMatchObject({
    status: 404,
  });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from activity where action = 'system.job_repeated'`.execute(app.database.db);
  expect(rows[0]?.n).toBe(1);
});

it("names outside services that fail, without the secrets in their addresses", async () => {
  const { id } = await app.user();
  await sql`insert into webhooks (id_user, url, events, secret, failing_since)
    values (${id}, 'https://hooks.example.org/take?key=hidden-key', '{}', 'sealed', now())`.execute(
    app.database.db,
  );
  const { outside } = await chief.call("GET /api/system/overview");
  expect(outside).toMatchObject([{ kind: "webhook", name: "https://hooks.example.org" }]);
});

it("exports a diagnosis without names, addresses and secrets", async () => {
  await chief.call("PUT /api/settings", {
    body: { smtp_host: "mail.hidden.example", smtp_user: "hidden-user", smtp_password: "hidden-password" },
  });
  const quoted = [
    "550 <clerk@hidden.invalid>: user unknown",
    "getaddrinfo ENOTFOUND mail.hidden.invalid",
    "connect ECONNREFUSED 192.0.2.77:587",
    `ENOENT: no such file or directory, open '${app.dataDir}/media/x.jpg'`,
    "no answer from https://hidden.invalid/a",
  ];
  for (const reason of quoted) await givenUp(reason);
  const reply = await chief.raw("GET /api/system/diagnosis");
  expect(reply.headers.get("content-disposition")).toMatch(
    /attachment.*sitewalk-diagnosis-\d{4}-\d\d-\d\d\.json/,
  );
  const text = JSON.stringify(reply.body);
  for (const hidden of ["hidden", "192.0.2.77", "example.org", "Test Person", app.dataDir, hostname()])
    expect(text).not.toContain(hidden);
  for (const told of ["user unknown", "ENOTFOUND", "ECONNREFUSED", "no such file or directory"])
    expect(text).toContain(told);
  expect(reply.body).toMatchObject({
    version: expect.any(String) as string,
    settings: { smtp_host: "(set)", "2fa_enable": expect.any(Boolean) as boolean },
    process: { node: process.version },
    database: { bytes: expect.any(Number) as number },
  });
});
