import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { testDatabase } from "../database.ts";

/** Packages that only some calls and jobs need; each costs megabytes of a server at rest. */
const later = [
  "@hyzyla/pdfium",
  "@simplewebauthn/server",
  "@zxcvbn-ts/language-common",
  "altcha-lib",
  "aws4fetch",
  "bidi-js",
  "fast-xml-parser",
  "mediabunny",
  "nodemailer",
  "oauth4webapi",
  "openid-client",
  "pdfkit",
  "pusher",
  "qrcode",
  "sharp",
  "write-excel-file",
  "yauzl",
];

it("a server that has just started has loaded no package that only some calls and jobs need", async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-fresh-"));
  try {
    const script = join(import.meta.dirname, "fresh-server.fixture.ts");
    const args = [script, dataDir, JSON.stringify(database.connection)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 600_000 });
    const loaded = JSON.parse(stdout) as string[];
    expect(loaded).toContain("fastify");
    expect(loaded.filter((name) => later.includes(name))).toEqual([]);
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
