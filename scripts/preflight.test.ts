import { spawn } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const repository = dirname(import.meta.dirname);
const emptyRecord = { name: "site", lockfileVersion: 3, packages: {} };
let project = "";

/** A project of its own in a path with a space: the real preflight and the real Vite on two small files. */
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-preflight-"));
  project = join(folder, "my site");
  await cp(join(repository, "scripts", "preflight"), join(project, "scripts", "preflight"), {
    recursive: true,
  });
  await cp(join(repository, "scripts", "preflight.mjs"), join(project, "scripts", "preflight.mjs"));
  await put("package.json", JSON.stringify({ name: "site", type: "module" }));
  await put("package-lock.json", JSON.stringify({ ...emptyRecord, packages: { "": { name: "site" } } }));
  await put("node_modules/.package-lock.json", JSON.stringify(emptyRecord));
  await symlink(join(repository, "node_modules", "vite"), join(project, "node_modules", "vite"));
  await put("vite.config.ts", "export default {};\n");
  await put("index.html", '<!doctype html><script type="module" src="/src/web/main.ts"></script>\n');
  await put("src/web/main.ts", 'document.title = "first";\n');
});

afterEach(() => rm(dirname(project), { recursive: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}

const get = (path: string): Promise<string> => readFile(join(project, path), "utf8");

function preflight(purpose: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(project, "scripts", "preflight.mjs"), purpose], { cwd: "/" });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

/** All scripts of the built web part in one text. */
async function builtScript(): Promise<string> {
  const assets = (await readdir(join(project, "dist/web/assets"))).filter((name) => name.endsWith(".js"));
  return (await Promise.all(assets.map((name) => get(`dist/web/assets/${name}`)))).join("\n");
}

it("accepts a manual install, builds the web part once and is silent afterwards", async () => {
  const first = await preflight("start");
  expect(first).toEqual({ code: 0, said: expect.stringContaining("web part built") as string });
  expect(await builtScript()).toContain("first");
  expect(await preflight("start")).toEqual({ code: 0, said: "" });
});

it("rebuilds for other content, not for other modification times", async () => {
  await preflight("start");
  await utimes(join(project, "src/web/main.ts"), new Date(0), new Date(0));
  expect((await preflight("start")).said).toBe("");
  await put("src/web/main.ts", 'document.title = "second";\n');
  expect((await preflight("start")).said).toContain("web part built");
  expect(await builtScript()).toContain("second");
});

it("builds one complete web part for two concurrent starts", async () => {
  const [one, two] = await Promise.all([preflight("start"), preflight("start")]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect(`${one.said}${two.said}`.match(/web part built/g)).toHaveLength(1);
  expect(await readdir(join(project, "dist"))).toEqual(["web"]);
  expect(await builtScript()).toContain("first");
});

it("keeps the former web part when a build fails, and says why without a stack", async () => {
  await preflight("start");
  await put("src/web/main.ts", 'import "./missing.ts";\n');
  const { code, said } = await preflight("start");
  expect(code).toBe(1);
  expect(said).toContain("./missing.ts");
  expect(said).not.toMatch(/^\s+at /m);
  expect(await builtScript()).toContain("first");
  expect(await readdir(join(project, "dist"))).toEqual(["web"]);
});

it("starts a production install with the web part that was shipped", async () => {
  const tool = { version: "1.0.0", integrity: "sha512-x", dev: true };
  const packages = { "": { name: "site" }, "node_modules/tool": tool };
  await put("package-lock.json", JSON.stringify({ ...emptyRecord, packages }));
  await put("dist/web/index.html", "shipped");
  await rm(join(project, "src"), { recursive: true });
  expect(await preflight("start")).toEqual({ code: 0, said: "" });
  expect(await get("dist/web/index.html")).toBe("shipped");
});

it("installs again when the lockfile has changed", async () => {
  await preflight("start");
  await put("tool/package.json", JSON.stringify({ name: "tool", version: "1.0.0" }));
  const dependencies = { tool: "file:tool" };
  await put("package.json", JSON.stringify({ name: "site", type: "module", dependencies }));
  const packages = {
    "": { name: "site", dependencies },
    "node_modules/tool": { resolved: "tool", link: true },
    tool: { version: "1.0.0" },
  };
  await put("package-lock.json", JSON.stringify({ ...emptyRecord, requires: true, packages }));
  const { said } = await preflight("start");
  expect(said).toContain("dependencies installed");
  expect((await stat(join(project, "node_modules/tool"))).isDirectory()).toBe(true);
});

it("says what to do when lockfile and package.json disagree", async () => {
  await put("package.json", JSON.stringify({ name: "site", dependencies: { tool: "file:tool" } }));
  await rm(join(project, "node_modules"), { recursive: true });
  const { code, said } = await preflight("start");
  expect(code).toBe(1);
  expect(said).toContain("package.json and package-lock.json disagree");
  expect(said).not.toContain("npm error");
});

it("refuses a CHROMIUM_PATH that is not a browser", async () => {
  await preflight("start");
  vi.stubEnv("CHROMIUM_PATH", process.execPath);
  const { code, said } = await preflight("test");
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  expect(said).toContain(`CHROMIUM_PATH is ${process.execPath}`);
});
