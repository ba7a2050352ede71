import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ClientConfig } from "pg";

const file = fileURLToPath(new URL("./yardstick.ts", import.meta.url));

/** Starts the minimal handlers of `yardstick.ts` on a database; the caller ends the process. */
export async function startYardstick(
  connection: ClientConfig,
): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const child = spawn(process.execPath, [file, JSON.stringify(connection)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", (code) => reject(new Error(`The yardstick ended with ${code}.`)));
  });
  return { child, origin: `http://127.0.0.1:${port}` };
}
