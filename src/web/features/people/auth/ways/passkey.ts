import type { SignedIn } from "#contract/auth.ts";
import { call, quiet } from "#web/lib/client.ts";

/** Browsers support passkeys on https and on localhost only, and never for a bare IP address. */
export const knowsPasskeys = () =>
  typeof globalThis.PublicKeyCredential === "function" && !/^[\d.]+$|:/.test(location.hostname);

type Ceremony = typeof import("@simplewebauthn/browser")["startAuthentication"];
type Options = Parameters<Ceremony>[0]["optionsJSON"];

/**
 * Asks the browser for a passkey and signs in with it, or uses it as the second factor. With `autofill` it waits within
 * the suggestions of a field rather than in a dialog, until another call replaces it.
 */
export async function askForPasskey({
  rememberMe = false,
  autofill = false,
  isSecondFactor = false,
  signal,
}: {
  rememberMe?: boolean | (() => boolean);
  autofill?: boolean;
  /** For the pending sign-in: only its user's passkeys are accepted. */
  isSecondFactor?: boolean;
  /** Cancels what precedes the browser's part, which `stopSuggesting` ends. */
  signal?: AbortSignal;
}): Promise<SignedIn> {
  const [{ startAuthentication }, options] = await Promise.all([
    import("@simplewebauthn/browser"),
    call(
      "POST /api/passkeys/sign-in/options",
      { body: isSecondFactor ? {} : { anew: true } },
      { ...quiet, ...(signal && { signal }) },
    ),
  ]);
  signal?.throwIfAborted();
  const credential = await startAuthentication({
    // Created by the server's half of the same library; the contract leaves its shape to the standard.
    optionsJSON: options as unknown as Options,
    useBrowserAutofill: autofill,
  });
  return call(
    "POST /api/passkeys/sign-in",
    {
      body: {
        credential: { ...credential },
        rememberMe: typeof rememberMe === "function" ? rememberMe() : rememberMe,
      },
    },
    quiet,
  );
}

/** Whether the browser can suggest passkeys in the user name field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!knowsPasskeys()) return false;
  return (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

export async function stopSuggesting(): Promise<void> {
  const { WebAuthnAbortService } = await import("@simplewebauthn/browser");
  WebAuthnAbortService.cancelCeremony();
}
