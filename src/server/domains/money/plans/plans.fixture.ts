import { afterAll, beforeAll } from "vitest";
import type { z } from "zod";
import type { Role } from "#contract/auth.ts";
import type { Plan, plansApi } from "#contract/plans.ts";
import { teller } from "#server/domains/installation/notifications/news.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly client: TestClient;
}

export type PlanBody = z.input<(typeof plansApi)["POST /api/plans"]["body"]>;

let count = 0;
export const fresh = (name: string): string => {
  count += 1;
  return `${name} ${count}`;
};

/** The product on a fresh database at a time set by the test, with a super admin; opened and closed with the file. */
export function plansWorld(start = "2026-03-10T09:00:00Z") {
  let app: TestApp;
  let admin: Customer;
  let subscriptions: Subscriptions;
  let now = new Date(start);
  const clock = { now: () => now };

  const person = async (role: Role = "administrator"): Promise<Customer> => {
    const user = await app.user({ role });
    return { ...user, client: await app.as(user) };
  };
  beforeAll(async () => {
    app = await testApp({ environment: { ROLE: "web" }, clock });
    admin = await person("super_admin");
    subscriptions = createSubscriptions({ db: app.database.db, clock, notices: teller(app).notices });
  });
  afterAll(() => app.close());

  const give = (user: { id: number }, id_plan: number | null) =>
    admin.client.call("PUT /api/users/{id}/plan", { params: { id: user.id }, body: { id_plan } });

  return {
    get app() {
      return app;
    },
    get db() {
      return app.database.db;
    },
    get admin() {
      return admin;
    },
    clock,
    /** The product's own service that ends cycles and sends reminders, without waiting for its hour. */
    get subscriptions() {
      return subscriptions;
    },
    goTo(instant: string) {
      now = new Date(instant.length === 10 ? `${instant}T09:00:00Z` : instant);
    },
    person,
    give,
    plan: (body: Partial<PlanBody> = {}): Promise<Plan> =>
      admin.client.call("POST /api/plans", { body: { name: fresh("Site"), ...body } }),
    /** A user with a plan of these limits. */
    async customer(limits: Partial<PlanBody> = {}, role: Role = "administrator"): Promise<Customer> {
      const user = await person(role);
      const plan = await admin.client.call("POST /api/plans", { body: { name: fresh("Site"), ...limits } });
      await give(user, plan.id);
      return user;
    },
    me: ({ client }: Customer) => client.call("GET /api/user"),
    choose: ({ client }: Customer, id_plan: number) =>
      client.call("PUT /api/user/plan", { body: { id_plan } }),
    project: ({ client }: Customer) =>
      client.call("POST /api/projects", { body: { name: fresh("Palm Court") } }),
  };
}
