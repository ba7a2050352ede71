import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, quiet } from "#web/lib/client.ts";

/** The two lists of names on this screen. */
export type NameKind = "category" | "type";

export interface NameRow {
  readonly id: number;
  readonly name: string;
  readonly project_count: number;
}

/** Calls and query key of each list. */
const calls = {
  category: {
    key: ["categories"],
    list: (signal: AbortSignal) => call("GET /api/categories", {}, { signal }),
    add: (name: string) => call("POST /api/categories", { body: { name } }, quiet),
    rename: (id: number, name: string) =>
      call("PUT /api/categories/{id}", { params: { id }, body: { name } }, quiet),
    remove: (id: number) => call("DELETE /api/categories/{id}", { params: { id } }, quiet),
  },
  type: {
    key: ["project-types"],
    list: (signal: AbortSignal) => call("GET /api/project-types", {}, { signal }),
    add: (name: string) => call("POST /api/project-types", { body: { name } }, quiet),
    rename: (id: number, name: string) =>
      call("PUT /api/project-types/{id}", { params: { id }, body: { name } }, quiet),
    remove: (id: number) => call("DELETE /api/project-types/{id}", { params: { id } }, quiet),
  },
} as const;

export function useNames(kind: NameKind) {
  return useQuery<readonly NameRow[]>({
    queryKey: calls[kind].key,
    queryFn: ({ signal }) => calls[kind].list(signal),
  });
}

/** Projects include the names. */
async function refresh(client: QueryClient, kind: NameKind): Promise<void> {
  void client.invalidateQueries({ queryKey: ["projects"] });
  await client.invalidateQueries({ queryKey: calls[kind].key });
}

export function useAddName(kind: NameKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string): Promise<NameRow> => calls[kind].add(name),
    onSuccess: () => refresh(client, kind),
  });
}

export function useRename(kind: NameKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }): Promise<NameRow> =>
      calls[kind].rename(id, name),
    onSuccess: () => refresh(client, kind),
  });
}

export function useRemoveName(kind: NameKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => calls[kind].remove(id),
    onSuccess: () => refresh(client, kind),
  });
}
