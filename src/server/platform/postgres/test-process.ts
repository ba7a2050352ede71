/**
 * A process that uses the database and can be killed: `node test-process.ts <root> [stay]`. Prints one JSON line
 * when the server is up, and stops on SIGTERM (or at once, without `stay`).
 */
import { startPostgres } from "./index.ts";

const [, , root = "", mode] = process.argv;
const log = { info: () => undefined, warn: () => undefined };
const running = await startPostgres({ root, database: "sitewalk", log });
process.stdout.write(`${JSON.stringify({ adopted: running.adopted, connection: running.connection })}\n`);
if (mode === "stay") {
  const stayAwake = setInterval(() => undefined, 60_000);
  await new Promise((resolve) => process.once("SIGTERM", resolve));
  clearInterval(stayAwake);
}
await running.stop();
