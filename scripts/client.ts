import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./lib/run-command.ts";

/**
 * `npm run client`: builds the client package for other programs into client/dist. Its declarations are those that the
 * compiler emits for the contract itself, so that a call has the same types as here; no code of the contract is
 * included. `npm run client -- <folder>` writes to another folder.
 */
const root = join(import.meta.dirname, "..");
const target = process.argv[2] ?? join(root, "client/dist");

const options = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
    types: [],
    noEmit: false,
    declaration: true,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    rootDir: "source",
    outDir: "built",
  },
  include: ["source"],
};

const work = await mkdtemp(join(tmpdir(), "sitewalk-client-"));
try {
  const source = join(work, "source");
  await cp(join(root, "client/src"), source, { recursive: true });
  await cp(join(root, "src/contract"), join(source, "contract"), {
    recursive: true,
    filter: (path) => !path.endsWith(".test.ts"),
  });
  // A folder of its own: the package does not expose the location of the contract here.
  const types = join(source, "types.ts");
  const text = await readFile(types, "utf8");
  await writeFile(types, text.replaceAll("../../src/contract/", "./contract/"));
  await writeFile(join(work, "tsconfig.json"), JSON.stringify(options));
  await writeFile(join(work, "package.json"), JSON.stringify({ type: "module" }));
  await linkZod(work);
  await runCommand(join(root, "node_modules/.bin/tsc"), ["-p", work, "--checkers", "1"]);
  const built = join(work, "built");
  for (const file of await readdir(join(built, "contract")))
    if (file.endsWith(".js")) await rm(join(built, "contract", file));
  await declareByJs(built);
  await rm(target, { recursive: true, force: true });
  await cp(built, target, { recursive: true });
} finally {
  await rm(work, { recursive: true, force: true });
}

async function linkZod(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"));
  await symlink(join(root, "node_modules/zod"), join(folder, "node_modules/zod"), "dir");
}

/** Declarations must import their neighbours by their names after the build, which the compiler leaves unchanged. */
async function declareByJs(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".d.ts"));
  for (const name of files) {
    const file = join(folder, name);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll(/((?:from|import\()\s*["']\.{1,2}\/[^"']+)\.ts(["'])/g, "$1.js$2"));
  }
}
