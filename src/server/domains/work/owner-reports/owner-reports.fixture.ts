import { sql } from "kysely";
import { afterAll, beforeAll, expect } from "vitest";
import { type Person, person } from "#server/domains/installation/notifications/news.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { soon } from "#test/soon.ts";

/** A recipient without an account. */
export const client = { email: "client@example.org", name: "Client", language: "ar" as const };

/** The code of a report's link within a text. */
export const codeOf = (text: string) => /\/report\/([A-Za-z0-9]+)/.exec(text)?.[1] ?? "";

/** A project with a visit and a snag, its owner, a viewer and a trade, and a mail server; set up before the tests of a file. */
export class OwnerReportsWorld {
  app!: TestApp;
  smtp!: TestSmtp;
  owner!: Person;
  viewer!: Person;
  trade!: Person;
  /** Id of the project. */
  project = 0;

  constructor() {
    beforeAll(() => this.#setUp(), 120_000);
    afterAll(async () => {
      await this.app.close();
      await this.smtp.close();
    });
  }

  async #setUp(): Promise<void> {
    this.app = await testApp({ environment: { PUBLIC_URL: "https://site.example.org" } });
    this.smtp = await testSmtp();
    await setUpMail(this.app, this.smtp);
    this.owner = await person(this.app, { role: "administrator" });
    this.viewer = await person(this.app);
    this.trade = await person(this.app);
    const made = await this.owner.client.call("POST /api/projects", {
      body: { name: "Palm Court", location: "Riyadh", time_zone: "Asia/Riyadh" },
    });
    this.project = made.id;
    await this.app.join(this.project, this.viewer, "viewer");
    await this.app.join(this.project, this.trade, "trade");
    const visit_date = new Date(Date.now() - 3_600_000).toISOString();
    const { id: id_visit } = await this.owner.client.call("POST /api/visits", {
      body: { id_project: this.project, name: "Second walk", visit_date },
    });
    await this.owner.client.call("POST /api/annotations", {
      body: { id_visit, title: "Cracked tile", trade: "Tiling" },
    });
  }

  db() {
    return this.app.database.db;
  }

  at() {
    return { params: { id: this.project } };
  }

  setRecipients(...recipients: ({ id_user: number } | typeof client)[]) {
    return this.owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...this.at(),
      body: { recipients },
    });
  }

  /** Sends the report by hand, and waits until all its copies are settled. */
  async send() {
    // The limit of a day is tested by itself.
    await this.db().deleteFrom("attempts").execute();
    const { id } = await this.owner.client.call("POST /api/projects/{id}/owner-report/runs", this.at());
    return soon(async () => {
      const { items } = await this.owner.client.call("GET /api/projects/{id}/owner-report/runs", this.at());
      const run = items.find((one) => one.id === id);
      expect(run?.state).toBe("sent");
      expect(run?.deliveries?.filter(({ state }) => state === "waiting")).toEqual([]);
      return run;
    });
  }

  /** Limits are a thousand times as high in tests: what was counted counts as often. */
  countAsInProduct() {
    return sql`update attempts set count = count * 1000`.execute(this.db());
  }

  page(path: string, init: RequestInit = {}) {
    return fetch(`${this.app.origin}${path}`, { redirect: "manual", ...init });
  }

  form(path: string, fields: Record<string, string>) {
    return this.page(path, { method: "POST", body: new URLSearchParams(fields) });
  }
}
