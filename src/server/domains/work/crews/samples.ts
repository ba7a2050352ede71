import { randomUUID } from "node:crypto";
import type { answersApi } from "#contract/crews.answers.ts";
import type { crewsApi } from "#contract/crews.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const crew = ({ id_crew }: SamplePlace) => ({ params: { id: id_crew } });
const person = ({ id_crew, id_crew_person }: SamplePlace) => ({
  params: { id: id_crew, person: id_crew_person },
});
const project = ({ id_project }: SamplePlace) => ({ params: { id: id_project } });
const link = ({ id_project, id_crew_person }: SamplePlace) => ({
  params: { id: id_project, person: id_crew_person },
  body: {},
});
const answer = ({ code_answer }: SamplePlace) => ({ params: { code: code_answer } });
const answerTo = ({ code_answer, id_crew_snag }: SamplePlace) => ({
  params: { code: code_answer, snag: id_crew_snag },
});

export const samples: Samples<keyof typeof crewsApi | keyof typeof answersApi> = {
  "GET /api/crews": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/crews/{id}": crew,
  "POST /api/crews": ({ id_project }) => ({
    body: {
      id_project,
      name: "Tiling team",
      trade: "Tiling",
      people: [{ name: "Ali", phone: "+966500000001" }],
    },
  }),
  "PUT /api/crews/{id}": (place) => ({ ...crew(place), body: { trade: "Stone" } }),
  "DELETE /api/crews/{id}": crew,
  "POST /api/crews/{id}/people": (place) => ({
    ...crew(place),
    body: { name: "Omar", email: `${randomUUID()}@example.org`, language: "ur" },
  }),
  "POST /api/crews/{id}/people/import": (place) => ({
    ...crew(place),
    body: { csv: `name,email\nSalim,${randomUUID()}@example.org\n` },
  }),
  "PUT /api/crews/{id}/people/{person}": (place) => ({ ...person(place), body: { language: "hi" } }),
  "DELETE /api/crews/{id}/people/{person}": person,
  "PUT /api/projects/{id}/crews/{crew}": ({ id_project, id_crew }) => ({
    params: { id: id_project, crew: id_crew },
    body: {},
  }),
  "DELETE /api/projects/{id}/crews/{crew}": ({ id_project, id_crew }) => ({
    params: { id: id_project, crew: id_crew },
  }),
  "GET /api/projects/{id}/crew-links": project,
  "GET /api/projects/{id}/crew-settings": project,
  "PUT /api/projects/{id}/crew-settings": (place) => ({ ...project(place), body: { end_days: 20 } }),
  "POST /api/projects/{id}/crew-links/{person}/share": link,
  "POST /api/projects/{id}/crew-links/{person}/send": link,
  "POST /api/projects/{id}/crew-links/{person}/renew": link,
  "POST /api/projects/{id}/crew-links/{person}/revoke": link,
  "GET /api/annotations/{id}/answers": ({ id_snag }) => ({ params: { id: id_snag } }),
  "GET /api/answers/{code}": answer,
  "POST /api/answers/{code}/seen": (place) => ({ ...answer(place), body: { snags: [place.id_crew_snag] } }),
  "POST /api/answers/{code}/snags/{snag}/photos": (place) => ({
    ...answerTo(place),
    body: { guid: randomUUID() },
    files: ["file"],
  }),
  "POST /api/answers/{code}/snags/{snag}": (place) => ({
    ...answerTo(place),
    body: { guid: randomUUID(), kind: "started" },
  }),
  "POST /api/answers/{code}/device": (place) => ({ ...answer(place), body: {} }),
  "POST /api/answers/{code}/device/confirm": (place) => ({
    ...answer(place),
    body: { device_code: "000000" },
  }),
  "POST /api/answers/{code}/renew": (place) => ({ ...answer(place), body: {} }),
  "PUT /api/answers/{code}/settings": (place) => ({ ...answer(place), body: { language: "ar" } }),
};
