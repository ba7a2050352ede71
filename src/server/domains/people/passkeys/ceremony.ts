import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "#server/platform/errors.ts";
import type { UserRecord } from "../auth/accounts.ts";
import type { PasskeyRecord } from "./passkeys.repository.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Loaded with the first passkey: it takes 25 MB. */
const library = () => import("@simplewebauthn/server");

/** Time for the user in milliseconds: the lifetime of the challenge. */
const timeout = 300_000;
/** EdDSA, ES256, RS256: supported by authenticators in use (COSE's numbers). */
const algorithms = [-8, -7, -257];
const ways = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof ways)[number];

type Known = Pick<PasskeyRecord, "credential_id" | "transports">;
const named = ({ credential_id, transports }: Known) => ({
  id: credential_id,
  transports: transports.filter((name): name is Transport => ways.includes(name as Transport)),
});

/** Options for a browser to create a passkey: discoverable without a user name, and not twice on one device. */
export async function askForNew(
  { id }: RelyingParty,
  siteName: string,
  user: Pick<UserRecord, "handle" | "username" | "first_name" | "last_name">,
  present: readonly Known[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: id,
    rpName: siteName,
    // Contains no personal data: authenticators show and pass it on.
    userID: Uint8Array.from(handleBytes(user.handle)),
    userName: user.username,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim() || user.username,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    excludeCredentials: present.map(named),
    supportedAlgorithmIDs: algorithms,
    timeout,
  });
}

/** Options for a browser to use a passkey: one of `among`, or any of this site when that is empty. */
export async function askForAny({ id }: RelyingParty, among: readonly Known[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: id,
    allowCredentials: among.map(named),
    userVerification: "preferred",
    timeout,
  });
}

/** The passkey that a browser created. Throws PASSKEY_WRONG unless it answers this challenge, here. */
export async function readNew(credential: unknown, challenge: string, { id, origin }: RelyingParty) {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await orWrong(() =>
    verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (registrationInfo === undefined) throw new AppError("PASSKEY_WRONG");
  const made = registrationInfo.credential;
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: (made.transports ?? []).filter((name) => ways.includes(name as Transport)),
    synced: registrationInfo.credentialDeviceType === "multiDevice",
  };
}

/** Result of using a passkey. Throws PASSKEY_WRONG unless this one has answered this challenge, here. */
export async function readUse(
  credential: unknown,
  challenge: string,
  { id, origin }: RelyingParty,
  passkey: PasskeyRecord,
): Promise<{ counter: number; isOwnerVerified: boolean }> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await orWrong(() =>
    verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      credential: {
        ...named(passkey),
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified) throw new AppError("PASSKEY_WRONG");
  return { counter: authenticationInfo.newCounter, isOwnerVerified: authenticationInfo.userVerified };
}

/** Whether the authenticator means this user: it may return the user handle of its passkey. */
export function isMeantFor(credential: unknown, { handle }: Pick<UserRecord, "handle">): boolean {
  const said = (credential as AuthenticationResponseJSON).response?.userHandle;
  return said === undefined || said === null || said === handleBytes(handle).toString("base64url");
}

const handleBytes = (handle: string) => Buffer.from(handle.replaceAll("-", ""), "hex");

/** Any error in a browser's data is the same refusal: the library throws for most of it. */
async function orWrong<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError("PASSKEY_WRONG", { cause });
  }
}
