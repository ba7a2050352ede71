import type { Passkey } from "#contract/passkeys.ts";
import { call, quiet } from "#web/lib/client.ts";

/** The person said no, or took too long: nothing to complain about. */
export class PasskeyCancelled extends Error {}
/** This device holds a passkey of this account already. */
export class PasskeyPresent extends Error {}

export const canMakePasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** Lets the browser make a passkey, and keeps it under a name. */
export async function makePasskey(name: string, password: string | undefined): Promise<Passkey> {
  const options = await call(
    "POST /api/passkeys/options",
    { body: password === undefined ? {} : { password } },
    quiet,
  );
  const { startRegistration, WebAuthnError } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  try {
    // What the server's library wrote, its counterpart in the browser reads.
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
