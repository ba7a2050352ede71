import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Schedule } from "#contract/schedules.ts";
import { mayBegin } from "#test/people.ts";
import { session } from "#web/lib/session.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSchedule, aTask } from "../testing.ts";
import { SchedulePanel } from "./schedule-panel.tsx";

afterEach(() => session.setUser(undefined));

const milestone = (uid: number, name: string, day: string, percent = 0) =>
  aTask({ uid, name, is_milestone: true, start: `${day}T17:00:00`, finish: `${day}T17:00:00`, percent });

async function show(schedule: Schedule | null, { isOpen = true, mayEdit = true } = {}) {
  session.setUser({ ...person, can: mayBegin({ ms_project: isOpen }) });
  const client = new QueryClient();
  client.setQueryData(["schedules", 1], schedule);
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  const project = aProject({ can: { view_visits: true, edit: mayEdit } });
  return renderIn(
    "en",
    <QueryClientProvider client={client}>
      <SchedulePanel project={project} />
    </QueryClientProvider>,
  );
}

const t = says("en");

describe("the schedule on a project's page", () => {
  it("shows the deviation from the plan, and the next milestones, late ones with their days", async () => {
    await show(
      aSchedule([
        milestone(1, "Mobilised", "2026-02-01", 100),
        milestone(5, "Handover", "2026-06-01"),
        milestone(2, "Foundations", "2026-03-08"),
        milestone(4, "Envelope closed", "2026-05-01"),
        milestone(3, "Topping out", "2026-04-01"),
      ]),
    );
    expect(screen.getByText(t("schedules.against.behind", { percent: "3%" }))).toBeTruthy();
    const next = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(next).toEqual([
      `Foundations${t("schedules.late.overdue", { count: 2 })}`,
      "Topping out1 Apr 2026",
      "Envelope closed1 May 2026",
    ]);
    expect(screen.getByRole("link", { name: /Topping out/ }).getAttribute("href")).toBe(
      "/msproject/1?task=3",
    );
  });

  it("offers a first import to permitted users only", async () => {
    const { unmount } = await show(null);
    expect(screen.getByRole("link").getAttribute("href")).toBe("/msproject/1");
    unmount();
    const { container } = await show(null, { mayEdit: false });
    expect(container.textContent).toBe("");
  });

  it("is hidden where MS Project is not enabled", async () => {
    const { container } = await show(aSchedule([]), { isOpen: false });
    expect(container.textContent).toBe("");
  });
});
