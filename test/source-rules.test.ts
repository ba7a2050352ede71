import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  readonly where: readonly string[];
  /** Permitted exceptions, with their reasons. */
  readonly but?: Readonly<Record<string, string>>;
}

const rules: readonly Rule[] = [
  {
    what: "a fixed title of a toast about a failure: its kind is told by `showFailure` and `failureTitle`",
    pattern: /"errors\.title\.error"/,
    where: ["src/web/**/*.{ts,tsx}"],
    but: {
      "src/web/lib/error-text.ts": "derives the title from the status",
      "src/web/lib/failure-toast.ts": "of what is no answer of the server",
    },
  },
  {
    what: "the name of a person put together in SQL: `personName` hides a user name that is an email address",
    pattern: /nullif\(trim\([^)]*first_name|like '%@%' then/,
    where: ["src/server/**/*.ts"],
    but: { "src/server/platform/person-name.ts": "is the rule" },
  },
  {
    what: "markup from text: the page would run what somebody typed",
    pattern:
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|document\.write)\b(?!`)/,
    where: ["src/**/*.{ts,tsx}"],
    but: { "src/web/lib/embed-code.ts": "reads the markup of an element that it made" },
  },
  {
    what: "a variant that no stylesheet defines: those of React Aria's controls, too, are named hover, focus and read-only",
    pattern: /\b(?:hovered|focused|readonly)(?:\/\w+)?:[a-z[]/,
    where: ["src/web/**/*.{ts,tsx,css}"],
  },
  {
    what: "text run as a program",
    pattern: /\beval\s*\(|\bnew Function\b|\bsetTimeout\(\s*["'`]|node:vm\b/,
    where: ["src/**/*.{ts,tsx}"],
  },
  {
    what: "a shell between us and a program: names of files would be commands",
    pattern:
      /\bexec(?:Sync)?\s*\(\s*[`"']|import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from "node:child_process"|shell: true/,
    where: ["src/server/**/*.ts", "scripts/**/*.ts"],
  },
  {
    what: "chance that can be guessed",
    pattern: /\bMath\.random\b/,
    where: ["src/server/**/*.ts"],
    but: {
      "src/server/domains/connections/tools/sending/backoff.ts": "spreads attempts",
      "src/server/domains/connections/webhooks/deliver.ts": "spreads attempts",
      "src/server/integrations/aws/aws-client.ts": "spreads attempts",
      "src/server/integrations/outside-call.ts": "spreads attempts",
      "src/server/integrations/s3/s3-calls.ts": "spreads attempts",
    },
  },
  {
    what: "hashes that are broken, where an outside protocol does not name them",
    pattern: /create(?:Hash|Hmac)\(\s*["'](?:md5|sha1)|"md5" :/i,
    where: ["src/server/**/*.ts"],
    but: {
      "src/server/cameras/authorization.ts":
        "what old cameras ask for (RFC 2617), SHA-256 where they offer it",
      "src/server/domains/work/snags/bcf/write.ts": "a name made from a name (UUID version 5), no secret",
      "src/server/integrations/s3/s3-client.ts":
        "Content-MD5 of the S3 protocol, beside a signature by SHA-256",
      "src/server/integrations/trello/trello-news.ts": "how Trello signs its webhooks",
      "src/server/platform/realtime/rest-signature.ts":
        "body_md5 of the Pusher protocol, inside a signature by SHA-256",
    },
  },
  {
    what: "ciphers without authentication",
    pattern: /createCipheriv\(\s*["'](?!aes-256-gcm)/,
    where: ["src/server/**/*.ts"],
  },
  {
    what: "certificates that nobody checks",
    pattern: /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/,
    where: ["src/server/**/*.ts"],
    but: {},
  },
  {
    what: "statements put together from text",
    pattern: /sql\.raw\((?!\s*(?:order(?:OfPage|FromEnd)?[[.]|order\)))/,
    where: ["src/server/**/*.ts"],
    but: {
      "src/server/domains/people/auth/auth.repository.ts": "a constant of this file",
    },
  },
  {
    what: "patterns made of somebody's text",
    pattern: /new RegExp\(/,
    where: ["src/server/**/*.ts", "src/web/**/*.{ts,tsx}"],
    but: { "src/server/integrations/monday/monday-call.ts": "a constant of this file" },
  },
  {
    what: "raw colours: colours come from `styles/tokens.css`, so that themes and branding apply everywhere",
    pattern:
      /["'`(:,\s]#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w(-])|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch)\(\s*[\d.]/i,
    where: ["src/web/**/*.{css,ts,tsx}"],
    but: {
      "src/web/styles/tokens.css": "the tokens",
      "src/web/features/people/auth/ways/social-marks.tsx": "the marks of others, in their colours",
      "src/web/features/people/profile/pictures/portrait.ts":
        "white under a portrait: the file that is kept has no theme",
      "src/web/features/work/schedules/print/print-sheet.css": "paper",
      "src/web/features/installation/settings/setting-field.tsx": "colours to choose from",
      "src/web/features/media/sheets/print-plan.css": "paper",
      "src/web/features/media/viewer/snapshot/colors.ts": "colours to draw with",
      "src/web/features/media/viewer/snapshot/paint.ts": "drawn into a picture that is kept",
      "src/web/lib/qr-drawing.ts": "a QR code is read by cameras: black on white",
      "src/web/lib/theme.ts": "the brand's colour until the settings are known",
      "src/web/shell/mark.tsx": "the mark of the product",
      "src/web/ui/color-field.tsx": "where the browser's chooser begins",
    },
  },
  {
    what: "an isolated text as a block or a growing flex child: it takes its own direction and with it the wrong edge; `own-direction` keeps the edge of the page",
    pattern:
      /<(?:bdi|\w+ dir="auto") className=(?:\{cx\(\s*)?"(?![^"]*own-direction)[^"]*(?<![\w-])(?:block|flex-1)(?![\w-])/,
    where: ["src/web/**/*.tsx"],
  },
  {
    what: "distances, borders and corners by left and right: `ps`, `me`, `border-s` and `rounded-e` follow the page's direction",
    // Insets of a device belong to a side, whatever the direction.
    pattern:
      /["'`\s:!-](?:[mp][lr]|border-[lr]|rounded-(?:[lr]|[tb][lr]))(?!-\[max\([\w.]+,env\(safe-area-inset)(?:-[\w[(]|["'`\s])/,
    where: ["src/web/**/*.{ts,tsx}"],
  },
  {
    what: "`fetch` outside the client, which handles idempotency keys, sessions and failures",
    pattern: /(?<![.\w])fetch\(/,
    where: ["src/web/**/*.{ts,tsx}"],
    but: {
      "src/web/lib/client.ts": "the client",
      "src/web/lib/stored-file.ts":
        "a file of the store, which is no call; apart, so that guests do not load it",
      "src/web/lib/connectivity.ts": "asks whether there is a line at all, and for no data",
      "src/web/lib/service-worker.ts": "asks for the worker's own script, to see whether it is gone",
      "src/web/sw/answers.ts": "the worker, which answers for the page",
      "src/web/sw/copies.ts": "the worker, which stores the files of saved projects",
      "src/web/sw/from-server.ts": "the worker, which answers for the page",
      "src/web/sw/shell.ts": "the worker, which keeps the page's files",
      "src/web/sw/sw.ts": "the worker, which keeps the page's files",
    },
  },
  {
    what: "domain words or domain imports in `ui`",
    pattern:
      /#contract\/(?!(?:page-)?limits\.ts)|#web\/features|\b(?:visit|snag|hotspot|sheet|project|camera|invoice|snapshot|webhook|cctv|tour|quota)s?(?![a-z])|(?:Visit|Snag|Hotspot|Sheet|Project|Camera|Invoice|Snapshot|Webhook|Cctv|Tour|Quota)s?(?![a-z])/,
    where: ["src/web/ui/**/*.{ts,tsx}"],
    but: {
      "src/web/ui/csv-link.tsx": "an icon that is called Sheet",
      "src/web/ui/map/layers.ts": "the addresses of maps, as the settings have them",
      "src/web/ui/map/marker.tsx": "to project: a verb of Leaflet's",
      "src/web/ui/modal-surface.tsx": "a sheet that rises from the lower edge",
      "src/web/ui/panel-button.tsx": "the same",
    },
  },
];

/** Files that ship: not tests, their fixtures and samples. */
const shipped = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter(
    (file) => !/\.(?:test|fixture)\.tsx?$|\/samples\.ts$|\/testing(?:\.tsx?$|\/)/.test(file),
  );
const codeOf = (file: string) =>
  readFileSync(join(root, file), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "");

/** Milliseconds after which a test of `vitest.config.ts` counts as one that hangs. */
const hangs = 600_000;

describe("no test has", () => {
  it("a time limit of its own: a busy machine is not a fault of the tested code", () => {
    const files = globSync("{src,test,scripts}/**/*.{test,fixture}.{ts,tsx}", { cwd: root });
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter((file) => /\bvi\.waitFor\(|\bvi\.waitUntil\(/.test(codeOf(file)))).toEqual([]);
    // The last argument of a test, in milliseconds: what is given less would end what only takes longer.
    const limited = files.filter((file) =>
      [...codeOf(file).matchAll(/\n\s*\},\s*(\d[\d_]{4,}),?\s*\);/g)].some(
        ([, limit = ""]) => Number(limit.replaceAll("_", "")) < hangs,
      ),
    );
    expect(limited).toEqual([]);
  });
});

describe("no source has", () => {
  it.each(rules)("$what", ({ pattern, where, but = {} }) => {
    const files = where.flatMap(shipped);
    expect(files.length).toBeGreaterThan(5);
    const found = files.filter((file) => pattern.test(codeOf(file)));
    expect(found.filter((file) => but[file] === undefined)).toEqual([]);
    // An exception that no longer occurs must be removed.
    expect(Object.keys(but).filter((file) => !found.includes(file))).toEqual([]);
  });
});
