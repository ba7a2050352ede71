import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { bcfProblems } from "#test/bcf/check.ts";
import { unzip } from "#test/zip.ts";
import { pagesOf, reportsWorld } from "./reports.fixture.ts";
import { reportWords } from "./words.ts";

const world = reportsWorld();

const [en, ar] = [reportWords("en"), reportWords("ar")];
const invited = { assignee: "", invited: "tiler.nine", crew: "" };
const nothing = { text: "", width: 0, height: 0, pixels: Buffer.alloc(0) };

/** Assigned while the invitation is pending; undone by the returned function. */
async function assignInvited(name: string): Promise<() => Promise<unknown>> {
  const { owner, id_project, snags } = world.is;
  const { body } = await owner.raw("POST /api/team-members/invite-team-member", {
    body: { id_project, email: `${name}@crew.example`, role: "trade" },
  });
  const { invitation } = (body as { data: { invitation: { id: number } } }).data;
  const id = snags[0]?.id ?? 0;
  await owner.call("PUT /api/annotations/{id}", { params: { id }, body: { id_invitation: invitation.id } });
  return () =>
    owner.call("PUT /api/annotations/{id}", {
      params: { id },
      body: { id_invitation: null, id_assignee: null },
    });
}

describe("reports of snags", () => {
  it("name a person with a pending invitation, and say so", async () => {
    const takeBack = await assignInvited("tiler.nine");
    try {
      const text = (await pagesOf((await world.file("pdf")).bytes)).map((page) => page.text).join(" ");
      expect(text).toContain(en.assigned(invited));
      expect(text).not.toContain("crew.example");
      const strings = (await unzip((await world.file("xlsx")).bytes))
        .get("xl/sharedStrings.xml")
        ?.bytes.toString();
      expect(strings).toContain(en.assigned(invited));
      const arabic = await world.file("xlsx", { lang: "ar" });
      expect((await unzip(arabic.bytes)).get("xl/sharedStrings.xml")?.bytes.toString()).toContain(
        ar.assigned(invited),
      );
      const bcf = await unzip((await world.file("bcf")).bytes);
      expect([...bcf.values()].map(({ bytes }) => bytes.toString()).join(" ")).toContain(
        "<AssignedTo>tiler.nine</AssignedTo>",
      );
    } finally {
      await takeBack();
    }
  });
});

describe("the PDF report of snags", () => {
  it("contains every snag by its number, their status, and the filters", async () => {
    const { status, type, name, bytes } = await world.file("pdf");
    expect([status, type]).toEqual([200, "application/pdf"]);
    expect(name).toMatch(/^برج النخيل Palm Tower – Snag report \d{4}-\d\d-\d\d\.pdf$/);
    const text = (await pagesOf(bytes)).map((page) => page.text).join(" ");
    for (const words of [
      en.say.title,
      en.counted("count", 3),
      en.counted("overdue", 1),
      `2 ${en.statuses.open}`,
      `1 ${en.statuses.in_work}`,
      "Somewhere",
      "By Monday.",
      "Tiling",
      `31 Jan 2020 · ${en.say.overdue}`,
      en.say.before,
      en.fill(en.say.page, { n: 1, count: 2 }),
    ])
      expect(text).toContain(words);
    expect(text).not.toContain(en.say.filters);
    const narrowed = await world.file("pdf", {
      status: "in_work,closed",
      id_sheet: world.is.id_sheet,
      search: "hyper",
    });
    const [page] = await pagesOf(narrowed.bytes);
    const { say, statuses } = en;
    expect(page?.text).toContain(
      `${say.status}: ${statuses.in_work}, ${statuses.closed} · ${say.plan}: Ground floor · ${say.search}: hyper`,
    );
    expect(page?.text).toContain(`${en.counted("count", 1)} `);
    expect(page?.text).not.toContain("Somewhere");
  });

  it("is on A4, and shows the room's picture, the floor plan and the photo in their colours", async () => {
    const [page] = await pagesOf((await world.file("pdf")).bytes);
    expect([page?.width, page?.height].map((side) => Math.round(side ?? 0))).toEqual([595, 841]);
    const { width, height, pixels } = page ?? nothing;
    const { channels } = await sharp(pixels, { raw: { width, height, channels: 4 } }).stats();
    expect(channels.slice(0, 3).every(({ stdev }) => stdev > 15)).toBe(true);
  });

  it("is in Arabic from right to left on request, letters joined, with Western digits", async () => {
    const { name, bytes } = await world.file("pdf", { lang: "ar" });
    expect(name).toMatch(/^برج النخيل Palm Tower – تقرير الملاحظات /);
    const [page] = await pagesOf(bytes);
    // As PDF readers extract it: the words are there, whatever the contextual form of the letters.
    const text = (page?.text ?? "").normalize("NFKC");
    for (const words of ["31", "2020", "Tiling", "HVAC"]) expect(text).toContain(words);
    expect(text).not.toMatch(/[\u0660-\u0669]/);
    const { width, pixels } = page ?? nothing;
    // The title is at the right edge of the print area; everything left of it is white.
    const darkest = (from: number, to: number) => {
      let least = 255;
      for (let y = 66; y < 80; y += 1)
        for (let x = from; x < to; x += 1) least = Math.min(least, pixels.readUInt8((y * width + x) * 4));
      return least;
    };
    expect(darkest(0, 400)).toBe(255);
    expect(darkest(400, 553)).toBeLessThan(100);
  });

  it("says so when there are no snags", async () => {
    const [page, ...more] = await pagesOf((await world.file("pdf", { search: "nothing like this" })).bytes);
    expect(page?.text).toContain(en.say.none);
    expect(more).toEqual([]);
  });

  it("is for users who see all snags of the project", async () => {
    const { app, id_project } = world.is;
    const person = await app.user();
    await app.join(id_project, person, "trade");
    const trade = await app.as(person);
    for (const kind of ["pdf", "xlsx", "bcf"] as const)
      expect((await world.file(kind, {}, trade)).status).toBe(403);
  });

  it("omits the pictures and floor plans that its reader may not see", async () => {
    const { app, id_project } = world.is;
    const person = await app.user();
    await app.join(id_project, person, "viewer");
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: ["visits.view", "sheets.view"] })
      .where("id_user", "=", person.id)
      .execute();
    const files = await unzip((await world.file("bcf", {}, await app.as(person))).bytes);
    expect([...files.keys()].filter((path) => /snapshot|viewpoint/.test(path))).toEqual([]);
    expect(files.get(`${world.is.snags[0]?.guid}/markup.bcf`)?.bytes.toString()).toContain(
      "https://site.example.com/snags/",
    );
  });
});

describe("the snag list as a workbook", () => {
  const bookOf = async (query = {}) => {
    const { bytes, name, type } = await world.file("xlsx", query);
    const files = await unzip(bytes);
    const read = (path: string) => files.get(path)?.bytes.toString() ?? "";
    return {
      name,
      type,
      sheet: read("xl/worksheets/sheet1.xml"),
      strings: read("xl/sharedStrings.xml"),
      links: read("xl/worksheets/_rels/sheet1.xml.rels"),
      styles: read("xl/styles.xml"),
      core: read("docProps/core.xml"),
    };
  };

  it("has a frozen header with filters, and a row for each snag", async () => {
    const { name, type, sheet, core } = await bookOf();
    expect(type).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(name).toMatch(/^برج النخيل Palm Tower – Snag list \d{4}-\d\d-\d\d\.xlsx$/);
    expect(sheet.match(/<row /g)).toHaveLength(4);
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    expect(sheet).toContain('<autoFilter ref="A1:S4"/>');
    expect(core).toContain("برج النخيل / Palm Tower");
  });

  it("stores dates as dates and numbers as numbers", async () => {
    const { sheet, styles } = await bookOf();
    // 31 January 2020 is day 43861 of the workbook's calendar.
    expect(sheet).toMatch(/<c r="G2"(?![^>]*t="s")[^>]*><v>43861<\/v>/);
    expect(styles).toContain('formatCode="yyyy-mm-dd"');
    expect(sheet).toMatch(/<c r="A2"(?![^>]*t="s")[^>]*><v>1<\/v>/);
  });

  it("runs no user text: text that begins like a formula stays text", async () => {
    const { sheet, strings } = await bookOf();
    expect(sheet).not.toContain("<f>");
    expect(sheet).toMatch(/<c r="B3"[^>]*t="(?:s|inlineStr)"/);
    expect(strings + sheet).toContain(
      "=HYPERLINK(&quot;http://evil.example&quot;)".replaceAll(
        "&quot;",
        strings.includes('=HYPERLINK("') ? '"' : "&quot;",
      ),
    );
  });

  it("links every row to its snag", async () => {
    const { sheet, links } = await bookOf();
    const { snags, code, id_room } = world.is;
    expect(sheet).toMatch(/<hyperlink ref="S2"[^>]*r:id="rIdSnag0"\/>/);
    expect(links).toContain(
      `Target="https://site.example.com/viewer/${code}/${id_room}/s${snags[0]?.id}?yaw=30&amp;pitch=-10&amp;fov=90"`,
    );
    expect(links).toContain(`Target="https://site.example.com/snags/${snags[1]?.id}"`);
  });

  it("is written from right to left in Arabic, with its texts", async () => {
    const { name, sheet, strings } = await bookOf({ lang: "ar" });
    expect(name).toMatch(/– قائمة الملاحظات /);
    expect(sheet).toMatch(/<sheetView [^>]*rightToLeft="1"/);
    for (const word of [ar.say.snag_title, ar.say.due, ar.statuses.in_work, ar.priorities.high])
      expect(strings + sheet).toContain(word);
  });
});

describe("a report of too many snags", () => {
  it("is refused before anything is sent, and says how many fit", async () => {
    const { app, owner } = world.is;
    const { id: id_project } = await owner.call("POST /api/projects", { body: { name: "Large" } });
    const rows = Array.from({ length: limits.snag.report + 1 }, (_, at) => ({
      id_project,
      number: at + 1,
      title: "A",
    }));
    await app.database.db.insertInto("snags").values(rows).execute();
    for (const kind of ["pdf", "xlsx", "bcf"] as const) {
      const { status, bytes } = await world.file(kind, { id_project });
      expect(status).toBe(422);
      expect(JSON.parse(bytes.toString())).toMatchObject({
        code: "REPORT_TOO_LARGE",
        message: expect.stringContaining("500"),
      });
    }
    expect((await world.file("xlsx", { id_project, search: "#7" })).status).toBe(200);
  });
});

describe("a corrupt picture", () => {
  it("costs itself and nothing else", async () => {
    const { app, snags } = world.is;
    const objects = join(app.dataDir, "media", "objects");
    const { image } = await app.database.db
      .selectFrom("snag_photos")
      .select("image")
      .executeTakeFirstOrThrow();
    await writeFile(join(objects, image), "no picture any more");
    const { picture_sha256: sha256 } = await app.database.db
      .selectFrom("rooms")
      .select("picture_sha256")
      .executeTakeFirstOrThrow();
    await rm(join(objects, "pictures", sha256.slice(0, 2), sha256, "t"), { recursive: true });
    const { status, bytes } = await world.file("pdf");
    const text = (await pagesOf(bytes)).map((page) => page.text).join(" ");
    expect(status).toBe(200);
    for (const words of [en.say.no_picture, "By Monday.", "Somewhere"]) expect(text).toContain(words);
    // In a BCF file no markup references a missing picture.
    const files = await unzip((await world.file("bcf")).bytes);
    expect(files.has(`${snags[0]?.guid}/snapshot.jpg`)).toBe(false);
    expect(await bcfProblems("3.0", files)).toEqual([]);
    expect(files.get(`${snags[0]?.guid}/markup.bcf`)?.bytes.toString()).not.toContain("<Snapshot>");
  });
});
