import { spawn } from "node:child_process";

/** Runs a program with visible output, and throws if it fails. */
export async function runCommand(program: string, words: readonly string[], cwd?: string): Promise<void> {
  const child = spawn(program, [...words], { stdio: "inherit", ...(cwd !== undefined && { cwd }) });
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve(status ?? 1));
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
}
