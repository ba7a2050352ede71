import { randomUUID } from "node:crypto";
import type { projectTiersApi } from "#contract/plans.tiers.ts";
import type { plansApi } from "#contract/plans.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const plan = ({ id_plan }: SamplePlace) => ({ params: { id: id_plan } });
const tier = ({ id_tier }: SamplePlace) => ({ params: { id: id_tier } });
const wish = ({ id_plan_request }: SamplePlace) => ({ params: { id: id_plan_request } });

export const samples: Samples<keyof typeof plansApi | keyof typeof projectTiersApi> = {
  "GET /api/plans": () => ({ query: { sort: "name" } }),
  "POST /api/plans": () => ({ body: { name: `Crew ${randomUUID()}`, price: 4900, n_projects: 5 } }),
  "GET /api/plans/{id}": plan,
  "PUT /api/plans/{id}": (place) => ({ ...plan(place), body: { description: "For one site" } }),
  "DELETE /api/plans/{id}": plan,
  "PUT /api/user/plan": ({ id_plan }) => ({ body: { id_plan } }),
  "DELETE /api/user/plan": () => ({}),
  "PUT /api/users/{id}/plan": ({ id_user, id_plan }) => ({ params: { id: id_user }, body: { id_plan } }),
  "GET /api/plan-requests": () => ({}),
  "PUT /api/plan-requests/{id}/approve": wish,
  "PUT /api/plan-requests/{id}/decline": wish,
  "GET /api/quota": ({ id_project }) => ({ query: { kind: "visit", id_project } }),
  "GET /api/project-tiers": () => ({}),
  "POST /api/project-tiers": () => ({ body: { name: "Small", area: 500, num_floors: 3, price: 900 } }),
  "GET /api/project-tiers/{id}": tier,
  "PUT /api/project-tiers/{id}": (place) => ({ ...tier(place), body: { price: 1200 } }),
  "DELETE /api/project-tiers/{id}": tier,
  "POST /api/project-tiers/find-tier": () => ({ body: { area: 300, num_buildings: 1, num_floors: 2 } }),
  "POST /api/project-tiers/check-upgrade": () => ({ body: { area: 900, num_buildings: 1, num_floors: 9 } }),
  "GET /api/project-tiers/usage/current": () => ({ query: { year: 2026, month: 2 } }),
  "GET /api/project-tiers/usage/yearly": () => ({ query: { year: 2026 } }),
  "GET /api/project-tiers/admin/stats": () => ({}),
};
