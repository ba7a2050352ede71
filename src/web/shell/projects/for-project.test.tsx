import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const addresses = ["/progress", "/photos", "/diary", "/coverage", "/crews", "/qrcodes", "/owner-report"];

it.each(addresses)(
  "says at %s without any project that there is none, and leads to the list",
  async (address) => {
    const t = says("ar");
    opened = await openScreen(address, "ar", projectAnswers([]));
    expect(await screen.findByText(t("common.no_projects.title"))).toBeTruthy();
    const link = screen.getByRole("link", { name: t("common.no_projects.link") });
    expect(link.getAttribute("href")).toBe("/projects");
  },
);

it("asks again after a failure", async () => {
  const t = says("en");
  let isDown = true;
  opened = await openScreen("/crews", "en", {
    "GET /api/projects": () =>
      isDown
        ? refuse(503, "UNAVAILABLE", "The service is temporarily unavailable.")
        : ok({ items: [], total: 0, page: 1, per_page: 1 }),
  });
  const again = await screen.findByRole("button", { name: t("common.retry") });
  isDown = false;
  await userEvent.click(again);
  expect(await screen.findByText(t("common.no_projects.title"))).toBeTruthy();
});
