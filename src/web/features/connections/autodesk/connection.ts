import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, call, type Output, quiet } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";
import { adskKeys } from "./autodesk.keys.ts";
import { needsSignIn } from "./failure.ts";

type Connection = Output<"GET /api/autodesk/check-auth">;

const none: Connection = { authenticated: false, account: "", expires_at: null };

/** Whether the caller may use Autodesk here, and why not. */
export function useConfig(isWanted = true) {
  return useQuery({
    queryKey: adskKeys.config,
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/autodesk/check-config", {}, { signal }),
    retry: false,
  });
}

/**
 * Whether the account is connected, as it was told last: by coming back from the sign-in, by this check, by a token.
 * A check that fails counts as no.
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

/** The account is connected: the sign-in or a token said so. */
export function markConnected(client: QueryClient): void {
  client.setQueryData<Connection>(adskKeys.auth, (now) => ({ ...(now ?? none), authenticated: true }));
  tellSession(true);
}

/** It is not, or not any more. What was seen of it is forgotten. */
export function markDisconnected(client: QueryClient): void {
  client.setQueryData<Connection>(adskKeys.auth, none);
  client.removeQueries({ queryKey: adskKeys.content });
  tellSession(false);
}

function tellSession(isConnected: boolean): void {
  const user = session.user();
  if (user && user.adsk_auth !== isConnected) session.setUser({ ...user, adsk_auth: isConnected });
}

/** Does what needs the connection; a refusal of Autodesk's ends that connection and leaves the session alone. */
export async function connected<T>(client: QueryClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (needsSignIn(error)) markDisconnected(client);
    throw error;
  }
}

/** Where to sign in at Autodesk. A reply without an address is as good as none. */
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

/** A token for the viewer. The one at hand is asked for first, a fresh one when that will not do. */
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

/** Forgets the connection: here at once, whatever becomes of the call. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/autodesk/logout", {}, quiet),
    onSettled: () => markDisconnected(client),
  });
}
