import { spawn } from "node:child_process";
import { say } from "./problem.mjs";

const STILL_MS = 10_000;

/**
 * Runs a program to its end and collects its output, reporting every ten seconds that it is still running.
 * @param {string} label what the user is waiting for
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ok: boolean, output: string}>}
 */
export function run(label, command, args, options = {}) {
  return new Promise((resolve) => {
    let output = "";
    let waited = 0;
    const still = setInterval(() => say(`${label}, ${(waited += STILL_MS) / 1000} s so far`), STILL_MS);
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    child.stdout?.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (output += text));
    // npm keeps running long after a polite signal, and would collide with the npm of the next start
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    const end = (ok) => {
      process.off("exit", kill);
      clearInterval(still);
      resolve({ ok, output });
    };
    child.on("error", (error) => {
      output += error.message;
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}

/** The last lines of a program's output, indented and without stacks, for a person to read. @param {string} output @param {number} lines */
export function tail(output, lines) {
  const kept = output.split("\n").filter((line) => line.trim() !== "" && !/^\s+(at |\^)/.test(line));
  return kept
    .slice(-lines)
    .map((line) => `  ${line}`)
    .join("\n");
}
