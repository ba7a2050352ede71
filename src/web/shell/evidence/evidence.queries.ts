import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EvidenceKind } from "#contract/evidence.ts";
import { call, quiet } from "#web/lib/client.ts";

/** The subject of the evidence: a record by its id, or a day of a project's site diary. */
export type EvidenceOf =
  | { readonly kind: Exclude<EvidenceKind, "diary">; readonly id: number }
  | { readonly kind: "diary"; readonly id: number; readonly day: string };

const keyOf = (of: EvidenceOf) => ["evidence", of.kind, of.id, of.kind === "diary" ? of.day : ""] as const;

const tells = {
  room: "GET /api/evidence/rooms/{id}",
  photo: "GET /api/evidence/photos/{id}",
  video: "GET /api/evidence/videos/{id}",
  sheet: "GET /api/evidence/sheets/{id}",
  snag: "GET /api/evidence/snags/{id}",
} as const;
const checks = {
  room: "POST /api/evidence/rooms/{id}/check",
  photo: "POST /api/evidence/photos/{id}/check",
  video: "POST /api/evidence/videos/{id}/check",
  sheet: "POST /api/evidence/sheets/{id}/check",
  snag: "POST /api/evidence/snags/{id}/check",
} as const;
const paths = { room: "rooms", photo: "photos", video: "videos", sheet: "sheets", snag: "snags" } as const;

export function useEvidence(of: EvidenceOf) {
  return useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) =>
      of.kind === "diary"
        ? call(
            "GET /api/evidence/projects/{id}/diary/{day}",
            { params: { id: of.id, day: of.day } },
            { signal },
          )
        : call(tells[of.kind], { params: { id: of.id } }, { signal }),
    // Reopening the dialog must show the current status.
    staleTime: 0,
  });
}

/** Has the stored bytes verified again. The check itself is recorded, too. */
export function useFileCheck(of: EvidenceOf) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      of.kind === "diary"
        ? call(
            "POST /api/evidence/projects/{id}/diary/{day}/check",
            { params: { id: of.id, day: of.day } },
            quiet,
          )
        : call(checks[of.kind], { params: { id: of.id } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(of) }),
  });
}

export const evidenceAddress = (of: EvidenceOf): string =>
  `/api/evidence/${of.kind === "diary" ? `projects/${of.id}/diary/${of.day}` : `${paths[of.kind]}/${of.id}`}`;

/** URL from which an original is downloaded so that the download is recorded. */
export const originalAddress = (of: EvidenceOf, version?: number): string =>
  `${evidenceAddress(of)}/original${version === undefined ? "" : `?version=${version}`}`;
