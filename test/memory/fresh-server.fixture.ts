import { registerHooks } from "node:module";

/** Starts the product on the given database, requests two pages and prints the packages that it has loaded. */
const packages = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(resolved.url) ?? [];
    if (name !== undefined) packages.add(name);
    return resolved;
  },
});
const { startApp } = await import("#server/app.ts");
const { readConfig } = await import("#server/config.ts");
const { createLog } = await import("#server/platform/log.ts");

const [dataDir = "", connection = ""] = process.argv.slice(2);
const environment = { PORT: "0", HOST: "127.0.0.1", LIVE_PORT: "0", DEMO: "off", DATA_DIR: dataDir };
const app = await startApp({
  config: readConfig(environment),
  log: createLog("silent"),
  connection: JSON.parse(connection),
});
for (const path of ["/api/health", "/api/settings"]) {
  const { status } = await fetch(`${app.origin}${path}`);
  if (status !== 200) throw new Error(`${path} returned ${status}`);
}
process.stdout.write(JSON.stringify([...packages]));
await app.close();
process.exit(0);
