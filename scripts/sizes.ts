import { join } from "node:path";
import { manifests, sizeOf, staticClosure } from "./lib/script-sizes.ts";

/**
 * `npm run sizes`: compares the scripts that the browser needs before a screen can be drawn, gzip, with their budgets.
 * Part of `npm test`: a script that exceeds its budget fails it. The first number is the product's promise; where the
 * size is far below it, `held` keeps it there.
 */
interface Budget {
  readonly page: string;
  readonly entries: readonly string[];
  readonly manifest?: string;
  /** Kilobytes (1000 bytes). */
  readonly promised: number;
  readonly held?: number;
}

const inside = (screen: string) => ["index.html", "src/web/inside.tsx", `src/web/features/${screen}.tsx`];
const door = (screen: string) => ["door.html", `src/web/features/people/auth/${screen}.tsx`];
const publicPage = (screen: string) => ["door.html", `src/web/features/${screen}.tsx`];

const budgets: readonly Budget[] = [
  { page: "/login", entries: door("login-screen"), manifest: manifests.doors, promised: 85, held: 36 },
  {
    page: "/register",
    entries: door("register/register-screen"),
    manifest: manifests.doors,
    promised: 85,
    held: 41,
  },
  {
    page: "/",
    entries: publicPage("installation/home/home-screen"),
    manifest: manifests.doors,
    promised: 60,
    held: 40,
  },
  {
    page: "/showcase",
    entries: publicPage("media/showcase/showcase-door"),
    manifest: manifests.doors,
    promised: 60,
    held: 45,
  },
  {
    page: "/user",
    entries: publicPage("people/profile/public/public-profile-door"),
    manifest: manifests.doors,
    promised: 60,
    held: 42,
  },
  { page: "/dashboard", entries: inside("oversight/dashboard/dashboard-screen"), promised: 200 },
  { page: "/projects", entries: inside("sites/projects/projects-screen"), promised: 200 },
  { page: "/visits", entries: inside("media/visits/visits-screen"), promised: 200 },
  { page: "/snags", entries: inside("work/snags/snags-screen"), promised: 200 },
  // The first picture; then every control for guests, with the code that offers the rest of it.
  { page: "/viewer", entries: ["viewer.html"], manifest: manifests.public, promised: 20 },
  {
    page: "/viewer, all",
    entries: [
      "viewer.html",
      "src/i18n/ar/media/viewer.json",
      "src/web/features/media/viewer/interface.tsx",
      "src/web/features/media/viewer/later.ts",
    ],
    manifest: manifests.public,
    promised: 60,
  },
  { page: "/video", entries: ["video.html"], manifest: manifests.public, promised: 48 },
  { page: "/live", entries: ["live.html"], manifest: manifests.public, promised: 45, held: 44 },
  { page: "/cctv", entries: ["cctv.html"], manifest: manifests.public, promised: 45, held: 28 },
  // Until a person can answer, texts included; the 360 engine follows on a press.
  {
    page: "/answer",
    entries: ["answer.html", "src/i18n/bn/work/crews.answer.json"],
    manifest: manifests.answer,
    promised: 40,
  },
];

const web = process.argv[2] ?? process.env["WEB_ROOT"] ?? join(import.meta.dirname, "../dist/web");
let isOver = false;
for (const { page, entries, manifest, promised, held } of budgets) {
  const { files, gzip } = await sizeOf(web, await staticClosure(web, entries, manifest));
  const kilobytes = gzip / 1000;
  const limit = held ?? promised;
  const isFine = kilobytes <= limit;
  isOver ||= !isFine;
  const kept = held === undefined ? "" : `, held at ${held}`;
  console.log(
    `${isFine ? "✓" : "✗"} ${page.padEnd(12)} ${kilobytes.toFixed(1).padStart(6)} KB in ${String(files).padStart(2)} files; promised ${promised}${kept}`,
  );
}
process.exit(isOver ? 1 : 0);
