import type { Address } from "#web/lib/list-state.ts";

export interface SignInReturn {
  readonly isConnected: boolean;
  /** Reason of the failure, in the words of the service; empty without one. */
  readonly reason: string;
}

const ownNames = ["adsk_callback", "status", "reason"] as const;

/**
 * Reads the result of a sign-in at Autodesk from the address; null where there is none. It succeeded when
 * `adsk_callback` comes with `status=success`, whatever its own value, or is `success` itself.
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

/** The same address without the result. */
export const withoutCallback = (address: Address): Address =>
  Object.fromEntries(Object.entries(address).filter(([name]) => !ownNames.some((own) => own === name)));
