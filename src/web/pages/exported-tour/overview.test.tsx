import { cleanup, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { ExportData } from "./data.ts";
import { Overview } from "./overview.tsx";
import { speakerOf } from "./words.ts";

const [english, arabic] = [speakerOf("en"), speakerOf("ar")];

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
  it("shows the last picture of every camera, and marks cameras without one", () => {
    open({ cameras: [gate, blind] });
    const cameras = part(english.say("cameras"));
    const link = cameras.getByRole("link");
    expect(link.textContent).toBe(`GateSouth · ${english.say("camera_picture", { date: "5 January 2026" })}`);
    // A raw number sign would start the fragment of the URL.
    expect(link.getAttribute("href")).toBe("cameras/Gate%20%231%202026-01-05.webp");
    expect(link.querySelector("img")?.getAttribute("src")).toBe("cameras/Gate%20%231%202026-01-05.webp");
    expect(cameras.getAllByRole("listitem")[1]?.textContent).toBe(`Blind${english.say("camera_none")}`);
    cleanup();
    open({ cameras: [] });
    expect(screen.queryByRole("heading", { name: english.say("cameras") })).toBeNull();
  });

  it("links to the report of the snags, or to each of several", () => {
    const one = { file: "reports/Snag report.pdf", from: 1, to: 7 };
    open({ snag_reports: [one], snags: [{}] });
    const files = part(english.say("files"));
    expect(files.getByRole("link", { name: english.say("file.report") }).getAttribute("href")).toBe(
      "reports/Snag%20report.pdf",
    );
    const [first, second] = [
      { file: "reports/تقرير 001-500.pdf", from: 1, to: 500 },
      { file: "reports/تقرير 501-502.pdf", from: 501, to: 502 },
    ];
    cleanup();
    open({ snag_reports: [first, second] }, "ar");
    const parts = part(arabic.say("files"));
    expect(parts.getAllByRole("link", { name: /PDF/ }).map((link) => link.textContent)).toEqual([
      arabic.say("file.report_part", { from: 1, to: 500 }),
      arabic.say("file.report_part", { from: 501, to: 502 }),
    ]);
  });

  it("offers no missing file", () => {
    open({});
    const links = part(english.say("files")).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["project.json", "checksums.sha256"]);
  });
});
