import { describe, expect, it } from "vitest";
import { grammarProblems } from "./grammar.ts";

const guid = "0a1b2c3d-0000-4000-8000-000000000001";
const markup = (attributes: string, inner: string) =>
  `<Markup><Topic Guid="${guid}" ${attributes}>${inner}<CreationDate>2026-01-01T00:00:00Z</CreationDate><CreationAuthor>A</CreationAuthor></Topic></Markup>`;
const given = 'ServerAssignedId="1" TopicType="Snag" TopicStatus="Open"';

describe("the grammar for our BCF files", () => {
  it("accepts valid files", () => {
    expect(
      grammarProblems("3.0", "markup", markup(given, "<Title>A</Title><Priority>Low</Priority>")),
    ).toEqual([]);
  });
  it("detects missing, empty, misordered and wrong-version elements", () => {
    const wrong = [
      markup('ServerAssignedId="1" TopicType="Snag"', "<Title>A</Title>"),
      markup(given, "<Title></Title>"),
      markup(given, "<Priority>Low</Priority><Title>A</Title>"),
      markup(given, "<Title>A</Title><Index>1</Index>"),
      markup(given.toLowerCase(), "<Title>A</Title>"),
      markup(given, "<Title>A</Title>").replace(guid, guid.toUpperCase()),
    ];
    for (const xml of wrong) expect(grammarProblems("3.0", "markup", xml), xml).not.toEqual([]);
  });
  it("limits the field of view by version", () => {
    const view = (last: string) => {
      const place = "<X>0</X><Y>0</Y><Z>1</Z>";
      return `<VisualizationInfo Guid="${guid}"><PerspectiveCamera><CameraViewPoint>${place}</CameraViewPoint><CameraDirection>${place}</CameraDirection><CameraUpVector>${place}</CameraUpVector>${last}</PerspectiveCamera></VisualizationInfo>`;
    };
    const wide = "<FieldOfView>75</FieldOfView>";
    expect(grammarProblems("2.1", "viewpoint", view(wide))).toEqual(['FieldOfView says "75"']);
    expect(grammarProblems("2.1", "viewpoint", view("<FieldOfView>60</FieldOfView>"))).toEqual([]);
    expect(grammarProblems("3.0", "viewpoint", view(wide))).toHaveLength(1);
    expect(grammarProblems("3.0", "viewpoint", view(`${wide}<AspectRatio>1.6</AspectRatio>`))).toEqual([]);
  });
});
