import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, quiet } from "#web/lib/client.ts";

const keyOf = (code: string) => ["showcase", code, "standing"];

/** Loads the signed-in user's relation to the project. */
export function useJoinStatus(code: string, isSignedIn: boolean) {
  return useQuery({
    queryKey: keyOf(code),
    enabled: isSignedIn,
    queryFn: ({ signal }) =>
      call("GET /api/join-requests/check-join-status", { query: { project_code: code } }, { signal }),
  });
}

/** Requests to join; the answer is the new relation. */
export function useAskToJoin(code: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/join-requests/send", { body: { project_code: code } }, quiet),
    onSuccess: (standing) => client.setQueryData(keyOf(code), standing),
  });
}
