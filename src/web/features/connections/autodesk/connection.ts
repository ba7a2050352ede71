import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, call, type Output, quiet } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";
import { adskKeys } from "./autodesk.keys.ts";
import { needsSignIn } from "./failure.ts";

type Connection = Output<"GET /api/autodesk/check-auth">;

const none: Connection = { authenticated: false, account: "", expires_at: null };

/** Whether the caller may use Autodesk here, and otherwise why not. */
export function useConfig(isWanted = true) {
  return useQuery({
    queryKey: adskKeys.config,
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/autodesk/check-config", {}, { signal }),
    retry: false,
  });
}

/**
 * Whether the account is connected, as last reported: by the return from sign-in, by this check, by a token. A failed
 * check counts as no.
 */
export function useConnection(isWanted: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: adskKeys.auth,
    enabled: isWanted,
    retry: false,
    queryFn: async ({ signal }): Promise<Connection> => {
      try {
        const told = await call("GET /api/autodesk/check-auth", {}, { signal });
        tellSession(told.authenticated);
        return told;
      } catch (error) {
        if (error instanceof ApiError) markDisconnected(client);
        throw error;
      }
    },
  });
}

/** Marks the account as connected, after a sign-in or a token. */
export function markConnected(client: QueryClient): void {
  client.setQueryData<Connection>(adskKeys.auth, (now) => ({ ...(now ?? none), authenticated: true }));
  tellSession(true);
}

/** Marks the account as not connected. Its cached content is removed. */
export function markDisconnected(client: QueryClient): void {
  client.setQueryData<Connection>(adskKeys.auth, none);
  client.removeQueries({ queryKey: adskKeys.content });
  tellSession(false);
}

function tellSession(isConnected: boolean): void {
  const user = session.user();
  if (user && user.adsk_auth !== isConnected) session.setUser({ ...user, adsk_auth: isConnected });
}

/** Awaits a call that needs the connection; a refusal by Autodesk ends that connection and leaves the session alone. */
export async function connected<T>(client: QueryClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (needsSignIn(error)) markDisconnected(client);
    throw error;
  }
}

/** Address of Autodesk's sign-in. A reply without an address counts as a failure. */
export function useAuthUrl() {
  return useMutation({
    mutationFn: async () => {
      const { authUrl } = (await call("GET /api/autodesk/auth-url")) ?? {};
      if (typeof authUrl !== "string" || authUrl === "") throw new TypeError("The reply names no address.");
      return authUrl;
    },
  });
}

export interface ViewerToken {
  readonly access_token: string;
  readonly expires_in: number;
}

/** A token for the viewer. The cached one is requested first, a fresh one when that does not work. */
export async function viewerToken(client: QueryClient, isFresh: boolean): Promise<ViewerToken> {
  try {
    const token = isFresh
      ? await call("POST /api/autodesk/refresh", {}, quiet)
      : await call("GET /api/autodesk/get-access-token");
    if (typeof token.access_token !== "string" || token.access_token === "")
      throw new TypeError("The reply holds no token.");
    markConnected(client);
    return token;
  } catch (error) {
    if (isFresh || needsSignIn(error)) markDisconnected(client);
    throw error;
  }
}

/** Removes the connection: here at once, whatever the result of the call. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/autodesk/logout", {}, quiet),
    onSettled: () => markDisconnected(client),
  });
}
