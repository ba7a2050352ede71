import { WebSocket } from "ws";

/** Runs a script in a process that was started with `--inspect`, as a debugger would; the product has no code for it. */
export async function runInside(port: number, script: string): Promise<void> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  if (target === undefined) throw new Error("The process offers nothing to inspect.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: script } }));
  await new Promise((resolve) => socket.once("message", resolve).once("close", resolve));
  socket.terminate();
}
