import type { voiceNotesApi } from "#contract/voice-notes.ts";
import type { Sample, SamplePlace, Samples } from "#server/platform/samples.ts";

const onSnag =
  (extra: Sample = {}) =>
  ({ id_snag, id_snag_voice }: SamplePlace): Sample => ({
    params: { id: id_snag, note: id_snag_voice },
    ...extra,
  });
const onDay =
  (extra: Sample = {}) =>
  ({ id_project, id_diary_voice }: SamplePlace): Sample => ({
    params: { id: id_project, day: "2026-11-20", note: id_diary_voice },
    ...extra,
  });
const file = { body: { recorded_at: "2026-11-20T08:30:00Z" }, files: ["file"] };
const accepted = { body: { decision: "accept", text: "The sleeve is missing behind the door." } };

export const samples: Samples<keyof typeof voiceNotesApi> = {
  "GET /api/annotations/{id}/voice-notes": ({ id_snag }) => ({ params: { id: id_snag } }),
  "POST /api/annotations/{id}/voice-notes": ({ id_snag }) => ({ params: { id: id_snag }, ...file }),
  "DELETE /api/annotations/{id}/voice-notes/{note}": onSnag(),
  "POST /api/annotations/{id}/voice-notes/{note}/restore": onSnag(),
  "POST /api/annotations/{id}/voice-notes/{note}/transcription": onSnag(),
  "PUT /api/annotations/{id}/voice-notes/{note}/transcript": onSnag(accepted),
  "GET /api/projects/{id}/diary/{day}/voice-notes": ({ id_project }) => ({
    params: { id: id_project, day: "2026-11-20" },
  }),
  "POST /api/projects/{id}/diary/{day}/voice-notes": ({ id_project }) => ({
    params: { id: id_project, day: "2026-11-20" },
    ...file,
  }),
  "DELETE /api/projects/{id}/diary/{day}/voice-notes/{note}": onDay(),
  "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/restore": onDay(),
  "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/transcription": onDay(),
  "PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript": onDay(accepted),
};
