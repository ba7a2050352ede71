import type { evidenceApi } from "#contract/evidence.ts";
import type { Sample, Samples } from "#server/platform/samples.ts";

const of = (id: number): Sample => ({ params: { id } });
const dayOf = (id: number): Sample => ({ params: { id, day: "2026-11-20" } });

export const samples: Samples<keyof typeof evidenceApi> = {
  "GET /api/evidence/rooms/{id}": ({ id_room }) => of(id_room),
  "GET /api/evidence/rooms/{id}/sheet": ({ id_room }) => of(id_room),
  "GET /api/evidence/rooms/{id}/original": ({ id_room }) => of(id_room),
  "POST /api/evidence/rooms/{id}/check": ({ id_room }) => of(id_room),
  "GET /api/evidence/photos/{id}": ({ id_photo }) => of(id_photo),
  "GET /api/evidence/photos/{id}/sheet": ({ id_photo }) => of(id_photo),
  "GET /api/evidence/photos/{id}/original": ({ id_photo }) => of(id_photo),
  "POST /api/evidence/photos/{id}/check": ({ id_photo }) => of(id_photo),
  "GET /api/evidence/videos/{id}": ({ id_video }) => of(id_video),
  "GET /api/evidence/videos/{id}/sheet": ({ id_video }) => of(id_video),
  "GET /api/evidence/videos/{id}/original": ({ id_video }) => of(id_video),
  "POST /api/evidence/videos/{id}/check": ({ id_video }) => of(id_video),
  "GET /api/evidence/sheets/{id}": ({ id_sheet }) => of(id_sheet),
  "GET /api/evidence/sheets/{id}/sheet": ({ id_sheet }) => of(id_sheet),
  "GET /api/evidence/sheets/{id}/original": ({ id_sheet }) => of(id_sheet),
  "POST /api/evidence/sheets/{id}/check": ({ id_sheet }) => of(id_sheet),
  "GET /api/evidence/snags/{id}": ({ id_snag }) => of(id_snag),
  "GET /api/evidence/snags/{id}/sheet": ({ id_snag }) => of(id_snag),
  "POST /api/evidence/snags/{id}/check": ({ id_snag }) => of(id_snag),
  "GET /api/evidence/projects/{id}/diary/{day}": ({ id_project }) => dayOf(id_project),
  "GET /api/evidence/projects/{id}/diary/{day}/sheet": ({ id_project }) => dayOf(id_project),
  "POST /api/evidence/projects/{id}/diary/{day}/check": ({ id_project }) => dayOf(id_project),
  "POST /api/evidence/captures": () => ({
    body: {
      captures: [
        {
          guid: "6f1d8a52-3c0e-4b7a-9d41-2f5b8c7e9a10",
          kind: "snag_photo",
          captured_at: "2026-11-20T03:00:00.000Z",
          sha256: "0".repeat(64),
        },
      ],
    },
  }),
};
