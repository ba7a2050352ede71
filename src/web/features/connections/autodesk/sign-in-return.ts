import type { Address } from "#web/lib/list-state.ts";

export interface SignInReturn {
  readonly isConnected: boolean;
  /** Why not, in the words of the service; empty where it gave none. */
  readonly reason: string;
}

const ownNames = ["adsk_callback", "status", "reason"] as const;

/**
 * What the address says of a sign-in at Autodesk that the browser comes back from; null where it comes from none. It
 * went well where `adsk_callback` stands beside `status=success`, whatever its own value, or is `success` itself.
 */
export function readSignInReturn(address: Address): SignInReturn | null {
  if (!("adsk_callback" in address)) return null;
  const { adsk_callback: callback, status, reason } = address;
  const isConnected = status === "success" || (status === undefined && callback === "success");
  return {
    isConnected,
    reason: isConnected || (typeof reason !== "string" && typeof reason !== "number") ? "" : String(reason),
  };
}

/** The same address without what came back in it. */
export const withoutCallback = (address: Address): Address =>
  Object.fromEntries(Object.entries(address).filter(([name]) => !ownNames.some((own) => own === name)));
