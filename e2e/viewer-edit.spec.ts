import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./server.ts";
import { addVisit, browserOf, makeTourSite, openViewer, type TourSite } from "./tour-site.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

/** Screenshots are kept when a folder is named for them. */
const shots = process.env["SHOTS"];
const keep = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};

test.use({ viewport: { width: 1280, height: 800 } });

/** An editor: the same gestures in both languages. */
class Editor {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  async begin(): Promise<void> {
    await this.page.getByRole("button", { name: this.t("viewer.edit.start") }).click();
    await expect(this.bar).toBeVisible();
  }

  get bar() {
    return this.page.getByRole("toolbar", { name: this.t("viewer.edit.start") });
  }

  get panel() {
    return this.page.getByRole("dialog");
  }

  async end(): Promise<void> {
    await this.bar.getByRole("button", { name: this.t("tour.done") }).click();
    await expect(this.bar).toHaveCount(0);
  }

  /** Selects a tool and presses a position in the picture. */
  async place(tool: string, x: number, y: number): Promise<void> {
    await this.bar.getByRole("button", { name: this.t(`tour.tools.${tool}`) }).click();
    await expect(this.page.getByText(this.t(`tour.pick.${tool}`))).toBeVisible();
    await this.page.mouse.click(x, y);
    await expect(this.panel).toBeVisible();
  }

  press(key: string, values: Record<string, string | number> = {}) {
    return this.page.getByRole("button", { name: this.t(key, values) }).click();
  }

  said(key: string, values: Record<string, string | number> = {}) {
    return expect(this.page.getByText(this.t(key, values))).toBeVisible();
  }

  async undo(): Promise<void> {
    await this.press("viewer.actions.undo");
  }
}

const waysIn = async (site: TourSite, room: { id: number }) =>
  site.editor.call("GET /api/viewer-room-pois", {
    query: { code: site.visit.code, id_room: room.id, edit_room: "1" },
  });

let site: TourSite;
test.beforeAll(async ({ server }) => {
  site = await makeTourSite(server.origin, `edit-${Date.now()}`);
});

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);
  const opened = async (browser: Parameters<typeof browserOf>[0], address: string, client = site.editor) => {
    const page = await browserOf(browser, {
      origin: site.origin,
      language,
      client,
      viewport: { width: 1280, height: 800 },
    });
    await openViewer(page, address);
    return new Editor(page, t);
  };

  inTurn()(
    `an editor places a link by the mouse, walks through it, drags it and undoes that (${language})`,
    async ({ browser }) => {
      const [entrance, hall] = site.rooms;
      const me = await opened(browser, site.link(entrance));
      await me.begin();
      await expect(me.page).toHaveURL(/edit=1/);
      await me.place("way", 700, 560);
      await keep(me.page, `way-new-${language}`);
      await me.page.getByRole("searchbox").fill("LIVING");
      await me.page.getByRole("dialog").getByRole("button", { name: "Living hall" }).click();
      await me.said("tour.way.added", { room: "Living hall" });
      const arrow = me.page.getByRole("button", { name: t("viewer.rooms.go_to", { room: "Living hall" }) });
      await expect(arrow).toBeFocused();
      const box = await arrow.boundingBox();
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 700)).toBeLessThan(3);
      await keep(me.page, `way-made-${language}`);
      const [made] = await waysIn(site, entrance);
      const [back] = await waysIn(site, hall);
      expect(back).toMatchObject({ kind: "link", id_room: entrance.id });

      await arrow.hover();
      await me.page.mouse.down();
      await me.page.mouse.move(500, 500, { steps: 8 });
      await me.page.mouse.up();
      await me.said("tour.point.moved", { name: "Living hall" });
      const [moved] = await waysIn(site, entrance);
      expect(moved?.yaw).toBeLessThan((made?.yaw ?? 0) - 5);
      await me.undo();
      await expect.poll(async () => (await waysIn(site, entrance))[0]?.yaw).toBeCloseTo(made?.yaw ?? 999, 3);

      await me.end();
      await expect(me.page).not.toHaveURL(/edit=1/);
      await arrow.click();
      await expect(me.page).toHaveURL(site.link(hall));
      await keep(me.page, `walked-${language}`);
      await me.page.context().close();
    },
  );

  inTurn()(
    `sets north by a press in the picture and one on the compass, previews it, and undoes it (${language})`,
    async ({ browser }) => {
      const [, hall] = site.rooms;
      const me = await opened(browser, site.link(hall, "?edit=1&yaw=0&pitch=0&fov=60"));
      await expect(me.bar).toBeVisible();
      await me.place("north", 640, 400);
      await me.panel.getByRole("button", { name: t("viewer.compass.directions.e"), exact: true }).click();
      await expect(
        me.page.locator(".panorama-marker", { hasText: t("tour.north.letters.n") }).first(),
      ).toBeAttached();
      await keep(me.page, `north-${language}`);
      await me.press("tour.north.save");
      await me.said("tour.north.saved");
      const north = async () => {
        const { rooms } = await site.editor.call("GET /api/visits/{id}", { params: { id: site.visit.id } });
        return rooms.find(({ id }) => id === hall.id)?.north ?? 999;
      };
      // The middle of the picture was pressed and is east: north is a quarter turn to its left.
      expect(Math.abs((await north()) + 90)).toBeLessThan(0.6);
      const facing = t("viewer.compass.face_north", { direction: t("viewer.compass.directions.e") });
      await expect(me.page.getByRole("button", { name: facing })).toBeVisible();
      await me.undo();
      await expect.poll(north).toBe(hall.north);
      await me.page.context().close();
    },
  );

  inTurn()(
    `keeps the typed text of a rejected information marker, and opens the marker for everyone at its address (${language})`,
    async ({ browser }) => {
      const [, , kitchen] = site.rooms;
      const me = await opened(browser, site.link(kitchen, "?edit=1"));
      await me.place("info", 600, 380);
      await me.panel.getByRole("radio", { name: t("tour.info.kinds.web") }).check();
      await me.panel.getByRole("textbox", { name: t("tour.info.label") }).fill("Stone, data sheet");
      await me.panel.getByRole("textbox", { name: t("tour.info.url") }).fill("stone.example/sheet");
      await me.press("tour.info.save");
      await me.said("tour.address_invalid");
      await keep(me.page, `info-refused-${language}`);
      await expect(me.panel.getByRole("textbox", { name: t("tour.info.label") })).toHaveValue(
        "Stone, data sheet",
      );
      await me.panel.getByRole("textbox", { name: t("tour.info.url") }).fill("https://stone.example/sheet");
      await me.press("tour.info.save");
      await me.said("tour.info.added", { name: "Stone, data sheet" });

      await me.place("info", 800, 420);
      await me.panel.getByRole("radio", { name: t("tour.info.kinds.photo") }).check();
      await me.panel.getByRole("textbox", { name: t("tour.info.label") }).fill("Before the tiles");
      await me.page
        .locator("input[type=file]")
        .setInputFiles(join(import.meta.dirname, "../demo/2026-02-18/03-kitchen.jpg"));
      await me.press("tour.info.save");
      await me.said("tour.info.added", { name: "Before the tiles" });
      await me.page.context().close();

      const guest = await browserOf(browser, { origin: site.origin, language });
      await openViewer(guest, site.link(kitchen));
      const page = guest.getByRole("button", { name: "Stone, data sheet" });
      await page.click();
      const link = guest.getByRole("dialog").getByRole("link");
      await expect(link).toHaveAttribute("href", "https://stone.example/sheet");
      await expect(link).toHaveAttribute("rel", /noopener/);
      await expect(guest).toHaveURL(/\/i\d+$/);
      await guest.keyboard.press("Escape");
      await expect(guest.getByRole("dialog")).toHaveCount(0);
      await expect(page).toBeFocused();
      await guest.getByRole("button", { name: "Before the tiles" }).click();
      const photo = guest.getByRole("dialog").locator("img");
      await expect(photo).toHaveJSProperty("complete", true);
      await keep(guest, `info-photo-${language}`);
      const address = guest.url();
      await openViewer(guest, address);
      await expect(guest.getByRole("dialog", { name: "Before the tiles" })).toBeVisible();
      await guest.context().close();
    },
  );

  inTurn()(
    `pins a snag in the picture, finds it again there, and hides it from a guest (${language})`,
    async ({ browser }) => {
      const [entrance] = site.rooms;
      const invitee = `tiler.${language}`;
      await site.owner.call("POST /api/team-members/invite-team-member", {
        body: { id_project: site.id_project, email: `${invitee}@crew.example`, role: "trade" },
      });
      const me = await opened(browser, site.link(entrance, "?yaw=0&pitch=0&fov=60"));
      await me.press("viewer.edit.snag");
      await me.said("tour.pick.snag");
      await me.page.mouse.click(420, 300);
      await keep(me.page, `snag-form-${language}`);
      await me.press("snags.dialog.create");
      await me.said("snags.title_required");
      const title = `Crack above the door ${language}`;
      await me.panel.getByRole("textbox", { name: t("snags.fields.title") }).fill(title);
      await me.panel.getByRole("radio", { name: t("snags.priorities.high") }).check();
      const assignee = me.panel.getByLabel(t("snags.fields.assignee"));
      const invited = t("snags.invited_person", { name: invitee });
      await expect(assignee.getByRole("option", { name: invited })).toBeAttached();
      await assignee.selectOption({ label: invited });
      await keep(me.page, `snag-invited-${language}`);
      await me.press("snags.dialog.create");
      const card = me.page.getByRole("dialog", { name: title });
      await expect(card).toBeVisible();
      await expect(card).toContainText(invited);
      await expect(card).toContainText(t("viewer.points.statuses.open"));
      await expect(card).toContainText(t("viewer.points.priorities.high"));
      await expect(me.page).toHaveURL(/\/s\d+/);
      await keep(me.page, `snag-card-${language}`);

      await openViewer(me.page, me.page.url());
      await expect(me.page.getByRole("dialog", { name: title })).toBeVisible();
      await expect(card.getByRole("link")).toHaveAttribute("href", /^\/snags\/\d+$/);
      const address = me.page.url();

      const guest = await browserOf(browser, { origin: site.origin, language });
      await openViewer(guest, address);
      await expect(guest.getByRole("navigation", { name: t("viewer.rooms.label") })).toBeVisible();
      await expect(guest.getByText(title)).toHaveCount(0);
      await expect(guest.locator("[data-point^=s]")).toHaveCount(0);
      for (const tool of ["viewer.edit.start", "viewer.edit.snag"])
        await expect(guest.getByRole("button", { name: t(tool) })).toHaveCount(0);
      await openViewer(guest, site.link(entrance, "?edit=1"));
      await expect(guest.getByRole("toolbar")).toHaveCount(0);
      await Promise.all([guest.context().close(), me.page.context().close()]);
    },
  );

  inTurn()(
    `notifies the second of two editors who move the same pin, and offers the first one's position or their own (${language})`,
    async ({ browser }) => {
      const [, hall, kitchen] = site.rooms;
      const way = await site.editor.call("POST /api/rooms/{id}/hotspots", {
        params: { id: hall.id },
        body: { id_target_room: kitchen.id, yaw: 0, pitch: -15 },
      });
      const address = site.link(hall, "?edit=1&yaw=0&pitch=0&fov=60");
      const me = await opened(browser, address);
      const arrow = me.page.getByRole("button", { name: t("viewer.rooms.go_to", { room: "Kitchen" }) });
      const current = async () => (await waysIn(site, hall)).find(({ id }) => id === way.id);
      const dragWhileMoved = async (yaw: number, x: number) => {
        // The arrow may still be moving to the position of the last answer.
        await expect(async () => {
          await arrow.hover();
          await me.page.mouse.down();
          // From the position where an earlier attempt left it.
          await me.page.mouse.move(x - 60, 440, { steps: 3 });
          await me.page.mouse.move(x, 470, { steps: 5 });
          try {
            await me.page.locator("[data-dragging]").waitFor({ state: "attached", timeout: 5_000 });
          } catch (error) {
            await me.page.mouse.up();
            throw error;
          }
        }).toPass();
        // The other editor is faster.
        await site.owner.call("PUT /api/rooms/{id}/hotspots/{point}", {
          params: { id: hall.id, point: way.id },
          body: { yaw },
        });
        await me.page.mouse.move(x + 4, 470, { steps: 2 });
        await me.page.mouse.up();
        await expect(me.page.getByRole("heading", { name: t("tour.conflict.title") })).toBeVisible();
      };
      await dragWhileMoved(12, 760);
      await keep(me.page, `conflict-${language}`);
      await me.press("tour.conflict.theirs");
      await expect.poll(async () => (await current())?.yaw).toBe(12);
      await dragWhileMoved(-5, 900);
      await me.press("tour.conflict.mine");
      // Where the view has been turned by an earlier attempt, the same pixel is another yaw.
      await expect.poll(async () => (await current())?.yaw).toBeGreaterThan(-5);
      const place = await arrow.boundingBox();
      expect(Math.abs((place?.x ?? 0) + (place?.width ?? 0) / 2 - 904)).toBeLessThan(40);
      await me.page.context().close();
    },
  );

  inTurn()(
    `does everything by keyboard: places a link, moves, deletes and restores it (${language})`,
    async ({ browser }) => {
      const [entrance, , kitchen] = site.rooms;
      const me = await opened(browser, site.link(kitchen, "?edit=1&yaw=0&pitch=0&fov=60"));
      await me.bar.getByRole("button", { name: t("tour.tools.way") }).press("Enter");
      await me.page.keyboard.press("Enter");
      await expect(me.page.getByRole("searchbox")).toBeFocused();
      await me.page.keyboard.type("entr");
      await me.page.keyboard.press("Enter");
      const arrow = me.page.getByRole("button", { name: t("viewer.rooms.go_to", { room: "Entrance" }) });
      await expect(arrow).toBeFocused();
      const mine = async () =>
        (await waysIn(site, kitchen)).find(({ id_room, kind }) => kind === "link" && id_room === entrance.id);
      const made = await mine();
      await me.page.keyboard.press("Shift+ArrowRight");
      await me.page.keyboard.press("ArrowDown");
      await me.said("tour.point.moved", { name: "Entrance" });
      const moved = await mine();
      expect(moved?.yaw).toBeGreaterThan(made?.yaw ?? 999);
      expect(moved?.pitch).toBeLessThan(made?.pitch ?? -999);
      await expect(arrow).toBeFocused();
      await me.page.keyboard.press("Delete");
      await expect(arrow).toHaveCount(0);
      await expect.poll(mine).toBeUndefined();
      await me.page.keyboard.press("Control+z");
      await expect(arrow).toHaveCount(1);
      await expect.poll(mine).toMatchObject({ yaw: moved?.yaw, pitch: moved?.pitch });
      await me.page.context().close();
    },
  );

  inTurn()(
    `matches rooms of another date by similarity, one by one or all at once (${language})`,
    async ({ browser }) => {
      const [entrance] = site.rooms;
      const before = await addVisit(site.owner, site.id_project, "2026-02-18");
      const me = await opened(browser, site.link(entrance, "?edit=1"));
      await me.bar.getByRole("button", { name: t("tour.tools.dates") }).click();
      await me.panel.getByRole("button", { name: new RegExp(`^${t("tour.bind.bind")}: `) }).click();
      await expect(me.panel.getByText(t("tour.bind.bound"), { exact: true })).toBeVisible();
      await keep(me.page, `bind-${language}`);
      const bound = async () => {
        const visits = await site.editor.call("GET /api/visits/hotspot-visits", {
          query: { room_id: entrance.id },
        });
        return visits.find(({ id_visit }) => id_visit === before.id)?.id_room;
      };
      expect(await bound()).toBe(before.rooms.find(({ name }) => name === "Entrance")?.id);
      await me.panel.getByRole("button", { name: new RegExp(`^${t("tour.bind.unbind")}: `) }).click();
      // A pair that an editor has separated is not proposed again; it can be matched by hand.
      await me.said("tour.bind.no_room");
      expect(await bound()).toBeNull();
      await me.panel.getByRole("combobox").selectOption({ label: "Entrance" });
      await expect(me.panel.getByText(t("tour.bind.bound"), { exact: true })).toBeVisible();
      await me.press("tour.bind.all");
      await expect(me.panel.getByText(t("tour.bind.bound_count_other", { count: 2 }))).toBeVisible();
      await me.page.context().close();
    },
  );

  inTurn()(
    `notifies a viewer in a deleted room and moves them to the nearest other room (${language})`,
    async ({ browser }) => {
      const visit = await addVisit(site.owner, site.id_project, "2026-04-08");
      const hall = visit.rooms.find(({ name }) => name === "Living hall");
      const me = await opened(browser, `${site.origin}/viewer/${visit.code}/${hall?.id}`);
      await site.owner.call("DELETE /api/rooms/{id}", { params: { id: hall?.id ?? 0 } });
      await me.said("viewer.notice.gone", { room: "Living hall" });
      await expect(me.page).not.toHaveURL(new RegExp(`/${hall?.id}$`));
      await expect(me.page.getByRole("navigation", { name: t("viewer.rooms.label") })).toContainText(
        t("viewer.rooms.place", { n: 1, total: 2 }),
      );
      await keep(me.page, `gone-${language}`);
      await me.page.context().close();
    },
  );
}
