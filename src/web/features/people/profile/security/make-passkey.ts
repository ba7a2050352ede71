import type { Passkey } from "#contract/passkeys.ts";
import { call, quiet } from "#web/lib/client.ts";

/** The user cancelled, or took too long: no error is shown. */
export class PasskeyCancelled extends Error {}
/** This device already has a passkey of this account. */
export class PasskeyPresent extends Error {}

export const canMakePasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** Creates a passkey in the browser, and stores it under a name. */
export async function makePasskey(name: string, password: string | undefined): Promise<Passkey> {
  const options = await call(
    "POST /api/passkeys/options",
    { body: password === undefined ? {} : { password } },
    quiet,
  );
  const { startRegistration, WebAuthnError } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  try {
    // The server's library produces the options that its browser counterpart expects.
    const credential = await startRegistration({ optionsJSON: options as unknown as Options });
    return await call(
      "POST /api/passkeys",
      { body: { name, credential: credential as unknown as Record<string, unknown> } },
      quiet,
    );
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
      throw new PasskeyPresent();
    if (error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError"))
      throw new PasskeyCancelled();
    throw error;
  }
}
