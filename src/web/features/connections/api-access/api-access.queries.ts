import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiToken } from "#contract/api-access.ts";
import { type Body, call, type Output, quiet, readDocument } from "#web/lib/client.ts";
import { type OpenApi, readCalls } from "./reference/calls.ts";

export type Tokens = Output<"GET /api/tokens">;
export type MadeToken = Output<"POST /api/tokens">;
/** The first segment excludes the list from the data that browsers store. */
const keys = { tokens: ["security", "tokens"], reference: ["openapi"] } as const;

export const useTokens = () =>
  useQuery({
    queryKey: keys.tokens,
    queryFn: ({ signal }) => call("GET /api/tokens", {}, { signal }),
  });

/** Puts the response into the list, and refetches in the background. */
function useChangeTokens() {
  const client = useQueryClient();
  return (change: (items: readonly ApiToken[]) => ApiToken[]) => {
    client.setQueryData<Tokens>(
      keys.tokens,
      (tokens) => tokens && { ...tokens, items: change(tokens.items) },
    );
    return client.invalidateQueries({ queryKey: keys.tokens });
  };
}

export function useMakeToken() {
  const change = useChangeTokens();
  return useMutation({
    mutationFn: (body: Body<"POST /api/tokens">) => call("POST /api/tokens", { body }, quiet),
    // The token itself is for its creator only, not for a shared cache.
    onSuccess: ({ token: _token, ...made }) => change((items) => [made, ...items]),
  });
}

export function useRenameToken() {
  const change = useChangeTokens();
  return useMutation({
    mutationFn: ({ id, name }: Pick<ApiToken, "id" | "name">) =>
      call("PUT /api/tokens/{id}", { params: { id }, body: { name } }, quiet),
    onSuccess: (renamed) => change((items) => items.map((one) => (one.id === renamed.id ? renamed : one))),
  });
}

export function useRevokeToken() {
  const change = useChangeTokens();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/tokens/{id}", { params: { id } }, quiet),
    onSuccess: (_, id) => change((items) => items.filter((one) => one.id !== id)),
  });
}

/** All calls of the API reference; it changes only with the server's version. */
export const useReference = () =>
  useQuery({
    queryKey: keys.reference,
    queryFn: async () => readCalls((await readDocument("/api/openapi.json")) as OpenApi),
    staleTime: Number.POSITIVE_INFINITY,
  });
