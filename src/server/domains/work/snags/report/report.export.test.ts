import { describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import type { TestClient } from "#test/client.ts";
import { unzip } from "#test/zip.ts";
import { pagesOf, reportsWorld } from "./reports.fixture.ts";

const world = reportsWorld();

async function files({ lang, id = world.is.id_project, client = world.is.owner }: Wanted = {}) {
  const { url } = client.address("GET /api/projects/export/{id}", { params: { id }, query: { lang } });
  const reply = await fetch(url, { headers: { cookie: client.cookie() } });
  expect(reply.status).toBe(200);
  return unzip(new Uint8Array(await reply.arrayBuffer()));
}
interface Wanted {
  readonly lang?: Language;
  readonly id?: number;
  readonly client?: TestClient;
}
type Zip = Awaited<ReturnType<typeof files>>;
const reportsIn = (zip: Zip) => [...zip.keys()].filter((path) => path.startsWith("reports/"));
const factsIn = (zip: Zip) =>
  (JSON.parse(zip.get("project.json")?.bytes.toString() ?? "") as { snag_reports?: unknown }).snag_reports;
const textOf = async (zip: Zip, path: string) =>
  (await pagesOf(zip.get(path)?.bytes ?? Buffer.alloc(0))).map((page) => page.text).join(" ");

/** Number of pictures in its only report. */
const picturesOf = (zip: Zip) =>
  (zip.get("reports/Snag report.pdf")?.bytes.toString("latin1") ?? "").split("/Subtype /Image").length - 1;

describe("the report of snags in an export", () => {
  it("is a PDF that opens and names every snag, and the zip gives its path", async () => {
    const zip = await files();
    expect(reportsIn(zip)).toEqual(["reports/Snag report.pdf"]);
    expect(factsIn(zip)).toEqual([{ file: "reports/Snag report.pdf", from: 1, to: 3, snags: 3 }]);
    const text = await textOf(zip, "reports/Snag report.pdf");
    for (const words of ["Snag report", "3 snags", "HVAC", "HYPERLINK", "Somewhere", "By Monday."])
      expect(text).toContain(words);
    expect(text).not.toContain("Filters");
    expect(zip.get("reports/Snag report.pdf")?.isStored).toBe(true);
    expect(zip.get("checksums.sha256")?.bytes.toString()).toContain("  reports/Snag report.pdf\n");
    expect(zip.get("READ ME.txt")?.bytes.toString()).toContain("reports");
  });

  it("is in the requested language", async () => {
    const zip = await files({ lang: "ar" });
    expect(reportsIn(zip)).toEqual(["reports/تقرير الملاحظات.pdf"]);
    const text = (await textOf(zip, "reports/تقرير الملاحظات.pdf")).normalize("NFKC");
    expect(text).toContain("31");
    expect(text).not.toContain("Snag report");
  });

  it("is not for users who may not see snags, and shows no position to users who may not see visits", async () => {
    const { app, id_project } = world.is;
    const member = async (withheld: readonly ("snags.view" | "visits.view" | "sheets.view")[]) => {
      const person = await app.user();
      await app.join(id_project, person, "editor");
      await app.database.db
        .updateTable("project_members")
        .set({ withheld: [...withheld] })
        .where("id_user", "=", person.id)
        .execute();
      return app.as(person);
    };
    const without = await files({ client: await member(["snags.view"]) });
    expect([reportsIn(without), factsIn(without)]).toEqual([[], undefined]);
    const narrow = await files({ client: await member(["visits.view", "sheets.view"]) });
    const text = await textOf(narrow, "reports/Snag report.pdf");
    expect(text).toContain("Somewhere");
    expect(text).not.toContain("First walk");
    // The photo is left; the view into the room and the floor plan, with its pin, are not.
    expect(picturesOf(await files())).toBeGreaterThan(picturesOf(narrow));
    expect(picturesOf(narrow)).toBe(1);
  });

  it("is split where there are more snags than a report holds; none is left out, and each part names its range", async () => {
    const { app, owner } = world.is;
    const { id } = await owner.call("POST /api/projects", { body: { name: "Large" } });
    const total = limits.snag.report + 2;
    const rows = Array.from({ length: total }, (_, at) => ({
      id_project: id,
      number: at + 1,
      title: `Crack ${at + 1}.`,
    }));
    await app.database.db.insertInto("snags").values(rows).execute();
    const zip = await files({ id });
    const [first = "", second = "", ...more] = reportsIn(zip);
    expect([first, second, more]).toEqual([
      "reports/Snag report 001-500.pdf",
      "reports/Snag report 501-502.pdf",
      [],
    ]);
    const [texts, rest] = [await textOf(zip, first), await textOf(zip, second)];
    expect(texts).toContain("No.: 1 to 500");
    expect(rest).toContain("No.: 501 to 502");
    for (const { title, number } of rows)
      expect(number <= limits.snag.report ? texts : rest).toContain(title);
    expect(rest).not.toContain("Crack 500.");
    // The estimate: not less than the actual size, and not many times as much.
    const { size } = await owner.call("GET /api/project-exports", { query: { id_project: id } });
    expect(size).toBeGreaterThan(zip.get(first)?.bytes.length ?? 0);
  });

  it("is missing where there are no snags", async () => {
    const { id } = await world.is.owner.call("POST /api/projects", { body: { name: "Empty" } });
    const zip = await files({ id });
    expect([reportsIn(zip), factsIn(zip)]).toEqual([[], []]);
  });
});
