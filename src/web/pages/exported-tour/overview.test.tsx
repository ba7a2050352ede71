import { cleanup, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { says } from "#web/testing/say.ts";
import type { ExportData } from "./data.ts";
import { Overview } from "./overview.tsx";
import { speakerOf } from "./words.ts";

const [en, ar] = [says("en"), says("ar")];

const data = (change: Partial<ExportData> = {}): ExportData => ({
  exported_at: "2026-11-20T08:00:00.000Z",
  language: "en",
  project: {
    name: "Palm Court",
    description: "",
    status: "Under_Construction",
    location: "",
    latitude: null,
    longitude: null,
    year: 2026,
    num_buildings: 1,
    num_floors: 2,
    area: 0,
  },
  ...change,
});
function open(change: Partial<ExportData>, language: Language = "en"): void {
  render(<Overview data={data(change)} speaker={speakerOf(language)} onLanguage={() => undefined} />);
}
const part = (name: string) => within(screen.getByRole("region", { name }));
const gate = {
  name: "Gate",
  location: "South",
  picture: "cameras/Gate #1 2026-01-05.webp",
  taken_at: "2026-01-05T07:00:00.000Z",
};
const blind = { name: "Blind", location: "", picture: null, taken_at: null };

describe("the page of an export", () => {
  it("shows the last picture of every camera, and says which have none", () => {
    open({ cameras: [gate, blind] });
    const cameras = part(en("exports.tour.cameras"));
    const link = cameras.getByRole("link");
    expect(link.textContent).toBe(
      `GateSouth · ${en("exports.tour.camera_picture", { date: "5 January 2026" })}`,
    );
    // What stands behind a number sign would be lost in an address.
    expect(link.getAttribute("href")).toBe("cameras/Gate%20%231%202026-01-05.webp");
    expect(link.querySelector("img")?.getAttribute("src")).toBe("cameras/Gate%20%231%202026-01-05.webp");
    expect(cameras.getAllByRole("listitem")[1]?.textContent).toBe(`Blind${en("exports.tour.camera_none")}`);
    cleanup();
    open({ cameras: [] });
    expect(screen.queryByRole("heading", { name: en("exports.tour.cameras") })).toBeNull();
  });

  it("leads to the report of the snags, or to each of several", () => {
    const one = { file: "reports/Snag report.pdf", from: 1, to: 7 };
    open({ snag_reports: [one], snags: [{}] });
    const files = part(en("exports.tour.files"));
    expect(files.getByRole("link", { name: en("exports.tour.file.report") }).getAttribute("href")).toBe(
      "reports/Snag%20report.pdf",
    );
    const [first, second] = [
      { file: "reports/تقرير 001-500.pdf", from: 1, to: 500 },
      { file: "reports/تقرير 501-502.pdf", from: 501, to: 502 },
    ];
    cleanup();
    open({ snag_reports: [first, second] }, "ar");
    const arabic = part(ar("exports.tour.files"));
    expect(arabic.getAllByRole("link", { name: /PDF/ }).map((link) => link.textContent)).toEqual([
      ar("exports.tour.file.report_part", { from: 1, to: 500 }),
      ar("exports.tour.file.report_part", { from: 501, to: 502 }),
    ]);
  });

  it("offers no file that is not there", () => {
    open({});
    const links = part(en("exports.tour.files")).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["project.json", "checksums.sha256"]);
  });
});
