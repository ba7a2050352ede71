import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { precompress } from "../../scripts/vite/precompress.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the web part from the current sources, and the floor page, each into a folder of its own. */
export async function buildPages(folder: string): Promise<{ web: string; floor: string }> {
  const web = join(folder, "web");
  const floor = join(folder, "floor");
  await build({ root, logLevel: "error", build: { outDir: web, emptyOutDir: true } });
  const sources = join(root, "node_modules/.cache/sitewalk-bench-floor");
  await mkdir(sources, { recursive: true });
  await writeFile(join(sources, "index.html"), floorPage);
  await writeFile(join(sources, "main.tsx"), floorScript);
  await build({
    root: sources,
    configFile: false,
    logLevel: "error",
    plugins: [precompress()],
    oxc: { jsx: { runtime: "automatic" } },
    build: { outDir: floor, emptyOutDir: true },
  });
  return { web, floor };
}

/** The minimum that shows a React form: none of our styles, no texts to fetch, no session to request. */
const floorPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Floor</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="./main.tsx"></script></html>`;
const floorScript = `
import { useState } from "react";
import { createRoot } from "react-dom/client";
function Form() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  return (
    <main>
      <h1>Sign in</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>User name <input name="name" value={name} onChange={(event) => setName(event.target.value)} /></label>
        <label>Password <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} /></label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}
createRoot(document.querySelector("#root")!).render(<Form />);
`;
