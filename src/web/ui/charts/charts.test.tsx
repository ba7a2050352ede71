import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { say, says } from "#web/testing/say.ts";
import { BarChart } from "./bar-chart.tsx";
import { BarList } from "./bar-list.tsx";
import { LineChart } from "./line-chart.tsx";

const points = [
  { id: "1", label: "Jan", name: "January 2026", values: [2, 5] },
  { id: "2", label: "Feb", name: "February 2026", values: [4, null] },
  { id: "3", label: "Mar", name: "March 2026", values: [0, 1] },
];
const chart = {
  title: "Begun",
  pointsLabel: "Month",
  points,
  series: [
    { id: "projects", label: "Projects", tone: "accent" as const },
    { id: "visits", label: "Visits", tone: "note" as const, isOutlined: true },
  ],
  format: (value: number) => `${value} of them`,
};

describe.each([BarChart, LineChart])("%o", (Chart) => {
  it("has its values as a table, which replaces the drawing on request", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Chart {...chart} />);
    const table = within(screen.getByRole("table", { name: "Begun" }));
    expect(table.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
      "Month",
      "Projects",
      "Visits",
    ]);
    const february = within(
      table.getByRole("rowheader", { name: "February 2026" }).closest("tr") as HTMLElement,
    );
    expect(february.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "4 of them",
      say("common.chart.no_figure"),
    ]);
    await user.click(screen.getByRole("button", { name: "Show as table: Begun" }));
    expect(screen.queryByRole("slider")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show as chart: Begun" }));
    expect(screen.getByRole("slider", { name: "Begun" })).toBeTruthy();
  });

  it("is read point by point with the arrow keys, and clears the active point with Escape", async () => {
    const user = userEvent.setup();
    await renderIn("en", <Chart {...chart} />);
    const slider = screen.getByRole("slider", { name: "Begun" });
    const read = () => slider.getAttribute("aria-valuetext");
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(slider);
    await user.keyboard("{ArrowRight}");
    expect(read()).toBe("January 2026. Projects: 2 of them, Visits: 5 of them");
    await user.keyboard("{End}");
    expect(read()).toContain("March 2026");
    await user.keyboard("{ArrowRight}{ArrowLeft}");
    expect(read()).toBe(`February 2026. Projects: 4 of them, Visits: ${say("common.chart.no_figure")}`);
    expect(slider.getAttribute("aria-valuenow")).toBe("2");
    await user.keyboard("{Escape}");
    expect(read()).toBe(say("common.chart.none_chosen"));
  });

  it("shows a message when there are no values", async () => {
    const none = points.map((point) => ({ ...point, values: [0, null] }));
    await renderIn("en", <Chart {...chart} points={none} empty="No project yet" />);
    expect(screen.getByText("No project yet")).toBeTruthy();
    expect(screen.queryByRole("slider")).toBeNull();
    expect(screen.getByRole("table", { name: "Begun" })).toBeTruthy();
  });
});

describe("in Arabic", () => {
  it("the axis starts at the right, and the left arrow moves forward", async () => {
    const user = userEvent.setup();
    await renderIn("ar", <BarChart {...chart} />);
    const slider = screen.getByRole("slider", { name: "Begun" });
    slider.focus();
    await user.keyboard("{ArrowLeft}");
    expect(slider.getAttribute("aria-valuetext")).toContain("January 2026");
    await user.keyboard("{ArrowLeft}");
    expect(slider.getAttribute("aria-valuetext")).toContain(says("ar")("common.chart.no_figure"));
    const left = (label: string) => Number.parseFloat(screen.getByText(label).style.left);
    expect(left("Jan")).toBeGreaterThan(left("Mar"));
  });
});

describe("a bar list", () => {
  it("scales bars to the highest value, and draws no bar for zero", async () => {
    const items = [
      { id: "a", name: "Villas", value: 8 },
      { id: "b", name: "Towers", value: 2 },
      { id: "c", name: "Malls", value: 0 },
    ];
    await renderIn("en", <BarList label="Projects by band" items={items} format={String} />);
    const rows = within(screen.getByRole("list", { name: "Projects by band" })).getAllByRole("listitem");
    const bar = (row: HTMLElement | undefined) =>
      row?.querySelector<HTMLElement>("[aria-hidden] span")?.style.inlineSize;
    expect(rows.map(bar)).toEqual(["100%", "25%", undefined]);
    expect(rows[1]?.textContent).toBe("Towers2");
  });
});
