import { XMLParser } from "fast-xml-parser";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { bcfProblems } from "#test/bcf/check.ts";
import { unzip } from "#test/zip.ts";
import { reportsWorld } from "../report/reports.fixture.ts";
import { LOCAL_NOTE } from "./topic.ts";

const world = reportsWorld();
const filesOf = async (version: "2.1" | "3.0") => unzip((await world.file("bcf", { version })).bytes);
const parse = (xml: Buffer | undefined) =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    htmlEntities: true,
  }).parse(xml?.toString() ?? "");

describe("BCF export of snags", () => {
  it.each(["2.1", "3.0"] as const)(
    "follows the schema rules of version %s in every file",
    async (version) => {
      const files = await filesOf(version);
      expect(await bcfProblems(version, files)).toEqual([]);
      const { snags } = world.is;
      expect([...files.keys()].toSorted()).toEqual(
        [
          "bcf.version",
          "project.bcfp",
          ...(version === "3.0" ? ["extensions.xml"] : []),
          ...snags.map(({ guid }) => `${guid}/markup.bcf`),
          ...snags.slice(0, 2).flatMap(({ guid }) => [`${guid}/snapshot.jpg`, `${guid}/viewpoint.bcfv`]),
        ].toSorted(),
      );
    },
  );

  it("contains every field of a snag, in values that other programs know", async () => {
    const files = await filesOf("3.0");
    const { snags, code, id_room } = world.is;
    const topic = parse(files.get(`${snags[0]?.guid}/markup.bcf`)?.bytes).Markup.Topic;
    expect(topic).toMatchObject({
      "@Guid": snags[0]?.guid,
      "@ServerAssignedId": "1",
      "@TopicType": "Snag",
      "@TopicStatus": "Open",
      Title: 'بلاط مكسور <HVAC> & "more"',
      Priority: "High",
      Labels: { Label: "Tiling" },
      DueDate: "2020-01-31T00:00:00Z",
      CreationAuthor: "Test Person",
      ReferenceLinks: {
        ReferenceLink: `https://site.example.com/viewer/${code}/${id_room}/s${snags[0]?.id}?yaw=30&pitch=-10&fov=90`,
      },
      Comments: { Comment: { Comment: "By Monday.", Author: "Test Person" } },
    });
    // A control character cannot be written in XML: it is dropped, the letters around it stay.
    expect(topic.Description).toBe(`Replace it.\nالطبقة  الثانية\n\n${LOCAL_NOTE}`);
  });

  it("declares every used value for readers of 3.0", async () => {
    const { Extensions } = parse((await filesOf("3.0")).get("extensions.xml")?.bytes);
    expect(Extensions.TopicStatuses.TopicStatus).toContain("Ready for Review");
    expect(Extensions).toMatchObject({
      TopicLabels: { TopicLabel: "Tiling" },
      Users: { User: ["Sitewalk", "Test Person"] },
    });
  });

  it("puts the camera at the room's position, and turns it to the saved view", async () => {
    const camera = async (version: "2.1" | "3.0") =>
      parse((await filesOf(version)).get(`${world.is.snags[0]?.guid}/viewpoint.bcfv`)?.bytes)
        .VisualizationInfo.PerspectiveCamera;
    const { CameraViewPoint, CameraDirection, CameraUpVector, FieldOfView, AspectRatio } =
      await camera("3.0");
    // The floor plan is 24 m by 12 m; the room is at a quarter of its width and half its height.
    expect(CameraViewPoint).toEqual({ X: "6", Y: "6", Z: "1.6" });
    // The picture faces 90 degrees, the snag is 30 degrees to the right of that and 10 below the horizon.
    const [turn, rise] = [(120 / 180) * Math.PI, (-10 / 180) * Math.PI];
    expect(Number(CameraDirection.X)).toBeCloseTo(Math.cos(rise) * Math.sin(turn), 5);
    expect(Number(CameraDirection.Y)).toBeCloseTo(Math.cos(rise) * Math.cos(turn), 5);
    expect(Number(CameraDirection.Z)).toBeCloseTo(Math.sin(rise), 5);
    expect(CameraUpVector).toEqual({ X: "0", Y: "0", Z: "1" });
    expect([FieldOfView, AspectRatio]).toEqual(["90", "1.6"]);
    // The older version allows no wider view than 60 degrees, and no ratio.
    const old = await camera("2.1");
    expect([old.FieldOfView, old.AspectRatio]).toEqual(["60", undefined]);
  });

  it("contains the camera's view, with no side longer than 1500 pixels", async () => {
    const files = await filesOf("3.0");
    const [first, second] = world.is.snags.map(({ guid }) => files.get(`${guid}/snapshot.jpg`)?.bytes);
    for (const bytes of [first, second])
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 750 });
    // The picture's own colours, not grey: the view was rendered from it.
    const { channels, isOpaque } = await sharp(first).stats();
    expect(isOpaque && channels.some(({ stdev }) => stdev > 10)).toBe(true);
  });

  it("has a file name that describes its content", async () => {
    const { name, type } = await world.file("bcf", { lang: "ar" });
    expect(name).toMatch(/^برج النخيل Palm Tower – الملاحظات \d{4}-\d\d-\d\d\.bcf$/);
    expect(type).toBe("application/octet-stream");
  });

  it("changes nothing when it is imported again, in either version", async () => {
    const { owner, id_project, app } = world.is;
    const rows = () => app.database.db.selectFrom("snags").selectAll().orderBy("id").execute();
    const before = await rows();
    for (const version of ["2.1", "3.0"] as const) {
      const { bytes } = await world.file("bcf", { version });
      const reply = await owner.upload(
        "POST /api/annotations/import",
        { id_project: String(id_project) },
        { file: { name: "snags.bcf", bytes } },
      );
      expect(reply.body).toMatchObject({ data: { created: 0, updated: 0, unchanged: 3, skipped: [] } });
    }
    expect(await rows()).toEqual(before);
  });
});
