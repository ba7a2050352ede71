import { expect, type Page } from "@playwright/test";
import type { Words } from "./words.ts";

/** An overlay over the picture: how to open it, and how to return. */
export interface Scene {
  readonly name: string;
  readonly open: (page: Page, t: Words) => Promise<void>;
  readonly close?: (page: Page, t: Words) => Promise<void>;
}

const escape = (page: Page) => page.keyboard.press("Escape");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses a tool of the column, which a phone hides behind the overflow menu. */
async function tool(page: Page, id: string, t: Words): Promise<void> {
  const wanted = page.locator(`[data-tool=${id}]`);
  if (!(await wanted.isVisible())) await button(page, t("viewer.actions.more_tools")).click();
  await wanted.click();
}

/** Presses the picture next to its points. */
async function press(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.click(width * 0.55, height * 0.4);
}

export const guestScenes: readonly Scene[] = [
  { name: "the picture", open: async () => undefined },
  {
    name: "the rooms",
    open: (page) => page.locator("#viewer-rooms").click(),
    close: (page, t) => button(page, t("viewer.rooms.close")).click(),
  },
  {
    name: "all tools",
    open: async (page, t) => {
      const more = button(page, t("viewer.actions.more_tools"));
      if (await more.isVisible()) await more.click();
    },
    close: escape,
  },
  ...(["share", "help"] as const).map((name) => ({
    name,
    open: async (page: Page, t: Words) => {
      await button(page, t(`viewer.actions.${name}`)).click();
      await expect(page.getByRole("dialog", { name: t(`viewer.${name}.title`) })).toBeVisible();
    },
    close: escape,
  })),
  {
    name: "two dates",
    open: async (page, t) => {
      await button(page, t("viewer.dates.compare")).click();
      await expect(page.locator("[data-side-date]")).toHaveText([/./, /./]);
    },
    close: (page, t) => button(page, t("viewer.compare.close")).click(),
  },
];

export const ownerScenes: readonly Scene[] = [
  ...guestScenes,
  {
    name: "the way out",
    open: async (page, t) => {
      await button(page, t("viewer.leave.label")).click();
      await expect(page.getByRole("menu", { name: t("viewer.leave.label") })).toBeVisible();
    },
    close: escape,
  },
  {
    name: "the plan",
    open: async (page, t) => {
      const small = page.getByRole("region", { name: t("viewer.plan.label") });
      if (!(await small.isVisible())) await tool(page, "plan", t);
      await expect(page.locator("[data-dot]").first()).toBeVisible();
    },
    close: async (page, t) => {
      if (await page.getByRole("dialog", { name: t("viewer.plan.label") }).isVisible()) await escape(page);
      else await button(page, t("viewer.plan.hide")).click();
    },
  },
  {
    name: "a place to pick",
    open: async (page, t) => {
      await tool(page, "snag", t);
      await expect(page.locator("[data-hint]")).toBeVisible();
    },
    close: escape,
  },
  {
    name: "the snag form",
    open: async (page, t) => {
      await tool(page, "snag", t);
      await expect(page.locator("[data-hint]")).toBeVisible();
      await press(page);
      await expect(page.getByRole("dialog", { name: t("snags.dialog.title") })).toBeVisible();
    },
    close: escape,
  },
  {
    name: "a snapshot",
    open: async (page, t) => {
      await tool(page, "snapshot", t);
      await expect(page.getByRole("dialog", { name: t("viewer.snapshot.title") })).toBeVisible();
    },
    close: escape,
  },
  {
    name: "the editor",
    open: async (page, t) => {
      await tool(page, "edit", t);
      await expect(page.getByRole("toolbar")).toBeVisible();
    },
    close: (page, t) => button(page, t("tour.done")).click(),
  },
  {
    name: "a note to write in the editor",
    open: async (page, t) => {
      await tool(page, "edit", t);
      await page
        .getByRole("toolbar")
        .getByRole("button", { name: t("tour.tools.info") })
        .click();
      await press(page);
      await expect(page.getByRole("dialog", { name: t("tour.info.new") })).toBeVisible();
    },
    close: async (page, t) => {
      await escape(page);
      await button(page, t("tour.done")).click();
    },
  },
  {
    name: "a guided tour",
    open: async (page, t) => {
      await tool(page, "guide", t);
      const panel = page.getByRole("region", { name: t("viewer.guide.title") });
      await expect(panel).toHaveAttribute("data-state", "on");
    },
    close: (page, t) => button(page, t("viewer.guide.end")).click(),
  },
];
