import type { SignedIn } from "#contract/auth.ts";
import { call, quiet } from "#web/lib/client.ts";

/** Browsers know passkeys on https and on localhost only, and never for a bare number of a machine. */
export const knowsPasskeys = () =>
  typeof globalThis.PublicKeyCredential === "function" && !/^[\d.]+$|:/.test(location.hostname);

type Ceremony = typeof import("@simplewebauthn/browser")["startAuthentication"];
type Options = Parameters<Ceremony>[0]["optionsJSON"];

/**
 * Asks the browser for a passkey and signs in with it, or answers with it for the second factor. Waiting within the
 * suggestions of a field (`autofill`) rather than in a dialog, it lasts until another call takes its place.
 */
export async function askForPasskey({
  rememberMe = false,
  autofill = false,
  isSecondFactor = false,
}: {
  rememberMe?: boolean | (() => boolean);
  autofill?: boolean;
  /** For the sign-in that waits: only its person's passkeys will do. */
  isSecondFactor?: boolean;
}): Promise<SignedIn> {
  const [{ startAuthentication }, options] = await Promise.all([
    import("@simplewebauthn/browser"),
    call("POST /api/passkeys/sign-in/options", { body: isSecondFactor ? {} : { anew: true } }, quiet),
  ]);
  const credential = await startAuthentication({
    // What the server's half of the same library made; the contract leaves its inside to the standard.
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

/** Whether the browser can offer passkeys among the suggestions of the user name. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!knowsPasskeys()) return false;
  return (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

export async function stopSuggesting(): Promise<void> {
  const { WebAuthnAbortService } = await import("@simplewebauthn/browser");
  WebAuthnAbortService.cancelCeremony();
}
