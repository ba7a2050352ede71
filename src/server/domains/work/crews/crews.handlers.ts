import type { crewsApi } from "#contract/crews.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { CrewRecord } from "./crews.policy.ts";
import type { CrewsRepository } from "./crews.repository.ts";
import type { CrewsService } from "./crews.service.ts";
import type { PeopleService } from "./people.service.ts";
import { wireCrew } from "./wire.ts";

export interface CrewHandlerOptions {
  readonly policy: Policy<CrewRecord>;
  readonly repository: CrewsRepository;
  readonly crews: CrewsService;
  readonly people: PeopleService;
}

type Route = Extract<
  keyof typeof crewsApi,
  `${string} /api/crews${string}` | `${string} /api/projects/{id}/crews/{crew}`
>;

/** Crews and their people. */
export function crewHandlers({ policy, repository, crews, people }: CrewHandlerOptions): Handlers<Route> {
  const show = async (user: SessionUser, id: number) => wireCrew(await repository.one(user, id), user);
  return {
    "GET /api/crews": async ({ query, user }) => {
      const { rows, total } = await repository.list(user, query);
      return {
        items: rows.map((row) => wireCrew(row, user)),
        total,
        page: query.page,
        per_page: query.per_page,
      };
    },
    "GET /api/crews/{id}": ({ subject, user }) => show(user, subject.id),
    "POST /api/crews": async ({ subject, body, user, request }) => {
      const { id_project: _project, ...values } = body;
      return show(user, await crews.create(subject, values, { user, address: request.ip }));
    },
    "PUT /api/crews/{id}": async ({ subject, body, user, request }) => {
      await crews.change(subject, definedOnly(body), { user, address: request.ip });
      return show(user, subject.id);
    },
    "DELETE /api/crews/{id}": async ({ subject, user, request }) => {
      await crews.remove(subject, { user, address: request.ip });
      return {};
    },
    "POST /api/crews/{id}/people": async ({ subject, body, user, request }) => {
      await people.addPerson(subject, body, { user, address: request.ip });
      return show(user, subject.id);
    },
    "POST /api/crews/{id}/people/import": async ({ subject, body, user, request }) => {
      const by = { user, address: request.ip };
      const done = await people.addPeople(subject, body.csv, body.check, by);
      return { ...done, crew: await show(user, subject.id) };
    },
    "PUT /api/crews/{id}/people/{person}": async ({ subject, params, body, user, request }) => {
      await people.changePerson(subject, params.person, body, { user, address: request.ip });
      return show(user, subject.id);
    },
    "DELETE /api/crews/{id}/people/{person}": async ({ subject, params, user, request }) => {
      await people.removePerson(subject, params.person, { user, address: request.ip });
      return show(user, subject.id);
    },
    "PUT /api/projects/{id}/crews/{crew}": async ({ subject, params, user, request }) => {
      const crew = await authorize(policy, "edit", params.crew, user);
      await crews.attach(subject, crew, { user, address: request.ip });
      return show(user, crew.id);
    },
    "DELETE /api/projects/{id}/crews/{crew}": async ({ subject, params, user, request }) => {
      await crews.detach(subject, params.crew, { user, address: request.ip });
      return {};
    },
  };
}
