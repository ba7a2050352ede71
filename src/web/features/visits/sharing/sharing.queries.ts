import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Share } from "#contract/access-logs.ts";
import { call } from "#web/lib/client.ts";
import type { ShareDraft } from "#web/lib/share-rules.ts";

const keys = {
  share: (id: number) => ["sharing", "share", id],
} as const;

export function useShare(id: number) {
  return useQuery({
    queryKey: keys.share(id),
    queryFn: ({ signal }) => call("GET /api/visits/{id}/share", { params: { id } }, { signal, toast: false }),
  });
}

/** Changes the rules, or takes an earlier change back. */
export function useChangeShare(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<ShareDraft> | { readonly undo: string }) =>
      call("PUT /api/visits/{id}/share", { params: { id }, body }, { toast: false }),
    onSuccess: (share) => client.setQueryData<Share>(keys.share(id), share),
  });
}
