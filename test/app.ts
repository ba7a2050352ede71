import { argon2Sync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "#contract/auth.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { startApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import { createLog, type Log } from "#server/platform/log.ts";
import { TestClient } from "./client.ts";
import { type TestDatabase, testDatabase } from "./database.ts";

/** One password for all users in a test. */
export const password = "correct horse battery";
const passwordHash = cheapHash(password);

/**
 * Hashes as the product does (`auth/passwords.ts`), with argon2's lowest parameters: the cost of a sign-in is that of
 * the hash, and in the product that is 70 ms each time. Tests of hashing itself use the product's parameters.
 */
function cheapHash(text: string): string {
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", { message: text, nonce, tagLength: 32, ...cost });
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString("base64")}$${tag.toString("base64")}`;
}

export interface TestApp {
  readonly origin: string;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly setupToken: string | undefined;
  /** A client that is not signed in. */
  guest(): TestClient;
  /** Creates an account. */
  user(options?: { role?: Role; isDemo?: boolean; name?: string }): Promise<{ id: number; name: string }>;
  /** A client signed in to that account. */
  as(user: { name: string }): Promise<TestClient>;
  join(projectId: number, user: { id: number }, role: ProjectRole): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly rateFactor?: number;
  /** Another node of the same installation: same database, separate machine. */
  readonly beside?: TestApp;
  /** Receives its log. */
  readonly log?: Log;
}

/** The whole product, listening on a port of its own, with a fresh database and an empty data folder. */
export async function testApp({
  environment,
  clock,
  rateFactor = 1000,
  beside,
  log = createLog(process.env["TEST_LOG"] ?? "silent"),
}: TestAppOptions = {}): Promise<TestApp> {
  const database = beside?.database ?? (await testDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-data-"));
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DEMO: "off",
    DATA_DIR: dataDir,
    MEDIA_WORKERS: "1",
    // Several run at the same time; tests that stream select a port.
    LIVE_PORT: "0",
    ...environment,
  });
  const app = await startApp({
    config,
    log,
    connection: database.connection,
    rateFactor,
    ...(clock === undefined ? {} : { clock }),
  });
  const { db } = database;
  const guest = () => new TestClient(app.origin);
  return {
    origin: app.origin,
    setupToken: app.setupToken,
    database,
    dataDir,
    guest,
    async user({ role = "user", isDemo = false, name = `person-${newCode(8)}`.toLowerCase() } = {}) {
      const values = {
        username: name,
        email: `${name}@example.org`,
        // Mandatory fields: without them every screen would ask for them first.
        first_name: "Test",
        last_name: "Person",
        password_hash: passwordHash,
        role,
        is_demo: isDemo,
      };
      const { id } = await db.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow();
      return { id, name };
    },
    async as({ name }) {
      const client = guest();
      await client.call("POST /api/login", { body: { username_l: name, password_l: password } });
      return client;
    },
    async join(projectId, user, role) {
      await db
        .insertInto("project_members")
        .values({ id_project: projectId, id_user: user.id, role })
        .execute();
    },
    async close() {
      await app.close();
      if (beside === undefined) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
