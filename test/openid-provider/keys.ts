import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import type { Algorithm } from "./knobs.ts";

interface Key {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

export interface SigningKeys {
  /** The published keys: the one in use, and the next one. */
  published(): { keys: JWK[] };
  /** Also a key for each of the other algorithms, and one for encryption only. */
  publishedAll(): { keys: JWK[] };
  /** Signs with the key in use. */
  sign(claims: JWTPayload): Promise<string>;
  signBy(algorithm: Algorithm, claims: JWTPayload): Promise<string>;
  /** Signs with a key that was never published. */
  signUnpublished(claims: JWTPayload): Promise<string>;
  /** Puts the next key into use, and publishes a fresh one beside it. */
  rotate(): Promise<void>;
}

export async function createSigningKeys(): Promise<SigningKeys> {
  let count = 0;
  const make = async (alg = "RS256"): Promise<Key> => {
    count += 1;
    const kid = `key-${count}`;
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: "sig" };
    return { alg, kid, privateKey, publicKey, jwk };
  };
  let current = await make();
  let next = await make();
  const others = { PS256: await make("PS256"), ES256: await make("ES256") };
  const sign = ({ alg, privateKey, kid }: Key, claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "JWT" }).sign(privateKey);
  return {
    published: () => ({ keys: [current.jwk, next.jwk] }),
    publishedAll: () => ({
      keys: [
        { ...next.jwk, kid: "for-encryption", use: "enc", alg: "RSA-OAEP" },
        current.jwk,
        next.jwk,
        others.PS256.jwk,
        others.ES256.jwk,
      ],
    }),
    sign: (claims) => sign(current, claims),
    async signBy(algorithm, claims) {
      if (algorithm === "none") return new UnsecuredJWT(claims).encode();
      if (algorithm === "RS256") return sign(current, claims);
      if (algorithm !== "HS256") return sign(others[algorithm], claims);
      const header = { alg: "HS256", kid: current.kid, typ: "JWT" };
      const secret = new TextEncoder().encode(await exportSPKI(current.publicKey));
      return new SignJWT(claims).setProtectedHeader(header).sign(secret);
    },
    signUnpublished: async (claims) => sign(await make(), claims),
    async rotate() {
      current = await make();
      next = await make();
    },
  };
}
