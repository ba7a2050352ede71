import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { precompress } from "../../scripts/vite/precompress.ts";
import { twoLanguagesOnly } from "../../scripts/vite/two-languages-only.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface BuiltPages {
  readonly web: string;
  readonly floor: string;
  readonly libraries: string;
}

/** References that need the running product: its texts, or its page. */
export interface DressedPages {
  /** The libraries and a list, with the styles, the font and the first texts of the application. */
  readonly list: string;
  /** The sign-in page as a finished document: its styles, its font and its picture, without scripts. */
  readonly signIn: string;
}

/** Builds the web part from the current sources, as `npm start` does. Returns its folder. */
export async function buildWeb(folder: string): Promise<string> {
  const web = join(folder, "web");
  await build({ root, logLevel: "error", build: { outDir: web, emptyOutDir: true } });
  return web;
}

/** Builds the web part from the current sources, and the reference pages, each into a folder of its own. */
export async function buildPages(folder: string): Promise<BuiltPages> {
  const web = await buildWeb(folder);
  const floor = await buildReference(folder, "floor", floorScript, "");
  const libraries = await buildReference(folder, "libraries", librariesScript, librariesHead);
  await writeFile(join(libraries, "assets/list.json"), JSON.stringify(list));
  return { web, floor, libraries };
}

/**
 * @param texts the first texts, as the server sends them.
 * @param signIn HTML of the rendered sign-in page without its scripts.
 */
export async function buildDressed(
  { web, libraries }: BuiltPages,
  folder: string,
  { texts, signIn }: { readonly texts: string; readonly signIn: string },
): Promise<DressedPages> {
  const list = join(folder, "dressed-list");
  await cp(libraries, list, { recursive: true });
  await cp(join(web, "assets"), join(list, "assets"), { recursive: true });
  await writeFile(join(list, "assets/texts.json"), texts);
  await writeFile(join(list, "assets/texts.json.gz"), gzipSync(texts));
  const page = await readFile(join(libraries, "index.html"), "utf8");
  const styles = /<link rel="stylesheet"[^>]*>/.exec(signIn)?.[0];
  if (styles === undefined) throw new Error("The sign-in page names no styles.");
  await writeFile(
    join(list, "index.html"),
    page.replace(librariesHead, `${librariesHead}${styles}${textsHead}`),
  );
  const finished = join(folder, "finished-sign-in");
  await mkdir(finished);
  await symlink(join(web, "assets"), join(finished, "assets"));
  await writeFile(join(finished, "index.html"), signIn);
  return { list, signIn: finished };
}

async function buildReference(folder: string, name: string, script: string, head: string): Promise<string> {
  const outDir = join(folder, name);
  const sources = join(root, `node_modules/.cache/sitewalk-bench-${name}`);
  await mkdir(sources, { recursive: true });
  await writeFile(join(sources, "index.html"), pageWith(head));
  await writeFile(join(sources, "main.tsx"), script);
  await build({
    root: sources,
    configFile: false,
    logLevel: "error",
    plugins: [twoLanguagesOnly(), precompress()],
    oxc: { jsx: { runtime: "automatic" } },
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  return outDir;
}

/** None of our styles, no texts to fetch, no session to request. */
const pageWith = (head: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Floor</title><link rel="icon" href="data:,">${head}<div id="root"></div><script type="module" src="./main.tsx"></script></html>`;

/** The minimum that shows a React form. */
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

/** As long as a page of projects. */
const list = Array.from({ length: 24 }, (_, at) => ({ id: at, name: `Tower ${at}` }));
const librariesHead = '<link rel="preload" as="fetch" crossorigin href="/assets/list.json">';
const textsHead = '<link rel="preload" as="fetch" crossorigin href="/assets/texts.json">';
/** The minimum that shows a list with the libraries of the application: router, query cache, accessible controls. */
const librariesScript = `
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { RouterProvider as AriaRouterProvider } from "react-aria-components";
import { Button } from "react-aria-components/Button";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Link } from "react-aria-components/Link";
import { Tooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import { createRoot } from "react-dom/client";
function List() {
  const { data } = useQuery({
    queryKey: ["list"],
    queryFn: async () => {
      // With the styles and texts of the application, the texts are waited for as well.
      if (document.querySelector('link[href="/assets/texts.json"]')) await (await fetch("/assets/texts.json")).json();
      return (await fetch("/assets/list.json")).json();
    },
  });
  return (
    <main>
      <h1>Projects</h1>
      <TooltipTrigger><Button>New project</Button><Tooltip>New project</Tooltip></TooltipTrigger>
      <ul>{data?.map(({ id, name }) => <li key={id}><Link href={"/" + id}>{name}</Link></li>)}</ul>
    </main>
  );
}
const root = createRootRoute({ component: () => <AriaRouterProvider navigate={() => undefined}><Outlet /></AriaRouterProvider> });
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: "/", component: List })]);
createRoot(document.querySelector("#root")!).render(
  <I18nProvider locale="en-GB">
    <QueryClientProvider client={new QueryClient()}><RouterProvider router={createRouter({ routeTree })} /></QueryClientProvider>
  </I18nProvider>,
);
`;
