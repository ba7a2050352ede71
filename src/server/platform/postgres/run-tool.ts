import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
  type StdioOptions,
  spawn,
} from "node:child_process";
import { codeOf } from "../error-code.ts";
import type { Identity } from "./identity.ts";
import { PostgresRefused } from "./refused.ts";

/**
 * Nothing else of our environment reaches the database: a PGDATA, PGPORT or LANG of the user's shell would change what
 * initdb and postgres do.
 */
const CLEAN_ENV: NodeJS.ProcessEnv =
  process.platform === "win32"
    ? { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, TZ: "UTC" }
    : { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** A folder that every user can enter: ours may be closed to the database's user. */
const NEUTRAL_DIR = process.platform === "win32" ? (process.env.SystemRoot ?? "C:\\") : "/";

export interface ToolResult {
  /** Exit code; -1 when ended by a signal or not startable at all. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one short command as the database's user and collects its output. Never rejects for its failure. */
export function runTool(
  identity: Identity,
  command: string,
  args: readonly string[],
  input = "",
  inherited: readonly number[] = [],
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const stdio: StdioOptions = ["pipe", "pipe", "pipe", ...inherited];
    const child = spawnAs(identity, command, args, { stdio }) as ChildProcessWithoutNullStreams;
    const result: ToolResult = { code: -1, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (result.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (result.stderr += text));
    child.stdin.on("error", () => undefined); // it may end before reading all of its input
    child.stdin.end(input);
    child.on("error", (error) => resolve({ ...result, stderr: error.message }));
    child.on("close", (code) => resolve({ ...result, code: code ?? -1 }));
  });
}

/** Starts a program as the database's user, with nothing of our environment. */
export function spawnAs(
  identity: Identity,
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  try {
    return spawn(command, args, { ...identity.owner, cwd: NEUTRAL_DIR, env: CLEAN_ENV, ...options });
  } catch (error) {
    throw cannotChangeUser(identity, error) ?? error; // of all failures only this one is not an "error" event
  }
}

/** In a container without CAP_SETUID root cannot become another user; a user namespace may not know the uid. */
export function cannotChangeUser(identity: Identity, error: unknown): PostgresRefused | undefined {
  if (!identity.owner || !["EPERM", "EINVAL"].includes(codeOf(error))) return undefined;
  return new PostgresRefused(
    "not-permitted",
    `PostgreSQL does not run as root, and this root may not start programs as ${identity.name}. Start as an ordinary user, or set DATABASE_URL to an existing PostgreSQL.`,
    { cause: error },
  );
}
