import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/**
 * A software authenticator for tests: keeps ES256 keys, signs by WebAuthn Level 3, without attestation. Its browser
 * declares its own `origin`; an honest one returns only passkeys of that site, this one may lie.
 */
export interface Authenticator {
  /** Answers `POST /api/passkeys/options`. */
  create(options: Record<string, unknown>, lies?: Lies): Record<string, unknown>;
  /** Answers `POST /api/passkeys/sign-in/options`, with its newest matching passkey. */
  get(options: Record<string, unknown>, lies?: Lies): Record<string, unknown>;
}

export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly isOwnerPresent?: boolean;
  readonly isSignatureBroken?: boolean;
  /** Ignores the site's list of allowed credentials. */
  readonly ignoreAllowed?: boolean;
}

export interface AuthenticatorOptions {
  readonly origin: string;
  /** User verification by finger, face or PIN; otherwise a touch is enough. */
  readonly checksOwner: boolean;
  /** Passkeys synced by a provider have no counter and are on several devices. */
  readonly isSynced?: boolean;
}

interface Kept {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

const flag = { present: 0x01, verified: 0x04, mayBackUp: 0x08, backedUp: 0x10, newKey: 0x40 } as const;

export function createAuthenticator({
  origin,
  checksOwner,
  isSynced = false,
}: AuthenticatorOptions): Authenticator {
  const kept: Kept[] = [];
  const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

  const clientData = (type: string, { challenge }: Asked, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const authenticatorData = (rpId: string, counter: number, newKey: Buffer | null, lies: Lies) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags =
      (lies.isOwnerPresent === false ? 0 : flag.present) |
      (checksOwner ? flag.verified : 0) |
      (isSynced ? flag.mayBackUp | flag.backedUp : 0) |
      (newKey === null ? 0 : flag.newKey);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count, newKey ?? Buffer.alloc(0)]);
  };

  return {
    create(options, lies = {}) {
      const asked = options as unknown as Asked;
      const excluded = asked.excludeCredentials?.map(({ id }) => id) ?? [];
      if (kept.some(({ id }) => excluded.includes(id.toString("base64url"))))
        throw new Error("this authenticator has a passkey for that account already");
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = randomBytes(16);
      const rpId = asked.rp?.id ?? "";
      kept.push({ id, rpId, userHandle: asked.user?.id ?? "", privateKey, counter: 0 });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestation = new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authenticatorData(rpId, 0, attested, lies)],
      ]);
      return envelope(id, {
        clientDataJSON: clientData("webauthn.create", asked, lies).toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal", "hybrid"],
      });
    },

    get(options, lies = {}) {
      const asked = options as unknown as Asked;
      const allowed = asked.allowCredentials?.map(({ id }) => id) ?? [];
      const found = kept.findLast(
        ({ id, rpId }) =>
          rpId === asked.rpId &&
          (lies.ignoreAllowed === true || allowed.length === 0 || allowed.includes(id.toString("base64url"))),
      );
      if (found === undefined) throw new Error("this authenticator has no passkey that fits");
      if (!isSynced) found.counter += 1;
      const data = clientData("webauthn.get", asked, lies);
      const authData = authenticatorData(found.rpId, lies.counter ?? found.counter, null, lies);
      const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), found.privateKey);
      if (lies.isSignatureBroken === true) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
      return envelope(found.id, {
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: lies.userHandle ?? found.userHandle,
      });
    },
  };
}

const envelope = (id: Buffer, response: Record<string, unknown>) => ({
  id: id.toString("base64url"),
  rawId: id.toString("base64url"),
  type: "public-key",
  clientExtensionResults: {},
  response,
});

/** An ES256 key in COSE form: kty EC2, alg -7, curve P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The subset of RFC 8949 that a key and an attestation need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
