import { generateKeyPairSync, sign } from "node:crypto";

/** A fresh self-signed certificate for `localhost` with its key: trust it as an authority to trust the server. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** X.509 written by hand, so that no key is stored in the project and no certificate of a test ever expires. */
export function testCertificate(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const hour = 3_600_000;
  const name = sequence(tag(0x31, sequence(oid("550403"), tag(0x0c, Buffer.from("localhost")))));
  const names = sequence(tag(0x82, Buffer.from("localhost")), tag(0x87, Buffer.from([127, 0, 0, 1])));
  const signature = sequence(oid("2a8648ce3d040302"));
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.from([1])),
    signature,
    name,
    sequence(time(Date.now() - hour), time(Date.now() + 24 * hour)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tag(
      0xa3,
      sequence(
        sequence(oid("551d11"), tag(0x04, names)),
        sequence(oid("551d13"), tag(0x04, sequence(tag(0x01, Buffer.from([0xff]))))),
      ),
    ),
  );
  const bits = Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]);
  const der = sequence(body, signature, tag(0x03, bits));
  const lines = der.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** One DER value: its tag, its length, its content. */
function tag(number: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const size =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([number, ...size]), body]);
}

const sequence = (...contents: Buffer[]) => tag(0x30, ...contents);
const oid = (hex: string) => tag(0x06, Buffer.from(hex, "hex"));
/** UTCTime, as in `261121031500Z`. */
const time = (at: number) =>
  tag(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`));
