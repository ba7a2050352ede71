import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "#test/chaos/common.ts";
import { freePort } from "#test/chaos/server-process.ts";

const root = join(import.meta.dirname, "../..");

export interface Product {
  readonly origin: string;
  readonly pid: number;
  readonly child: ChildProcess;
}

/** The product as `npm start` starts it, with its flags, on an empty folder and answering calls. */
export async function startProduct(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Product> {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const port = await freePort();
  const child = spawn("sh", ["-c", scripts.start], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
      PORT: String(port),
      HOST: "127.0.0.1",
      LIVE_PORT: "0",
      LOG_LEVEL: "warn",
      DATA_DIR: join(folder, "data-dir"),
      ...environment,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const reply = await fetch(`${origin}/api/health`).catch(() => undefined);
    return reply?.ok === true;
  }, 180_000);
  return { origin, pid: child.pid ?? 0, child };
}
