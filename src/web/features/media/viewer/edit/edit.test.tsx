import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { fetchTexts } from "../more-texts.ts";
import { openViewer, point } from "../testing.ts";
import { wordsIn } from "../texts.ts";

let opened: Awaited<ReturnType<typeof openViewer>> | undefined;
afterEach(() => opened?.close());

const member = { id_visit: 5, id_project: 9, can: { edit: true, add_snag: true } };
const at = { yaw: 10, pitch: -5, x: 300, y: 200 };

async function open(language: "en" | "ar", how: Parameters<typeof openViewer>[1] = {}) {
  await wordsIn(language);
  await fetchTexts({ language }, "common", "errors", "snags", "tour");
  opened = await openViewer(language, { visit: member, ...how });
  return { ...opened, t: translate.get() };
}

const press = (name: string) => opened?.user.click(screen.getByRole("button", { name }));

describe.each(["en", "ar"] as const)("the viewer's editor in %s", (language) => {
  it("keeps the input when it is rejected, and sends it once it is valid", async () => {
    const sent: unknown[] = [];
    const note = point({ id: 7, kind: "web", label: "Data sheet" });
    const { t, user, panorama } = await open(language, {
      answers: {
        "POST /api/rooms/{id}/infos": ({ body }) => {
          sent.push(body);
          return ok(note);
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: t("viewer.edit.start") }));
    await screen.findByRole("toolbar", { name: t("viewer.edit.start") });
    expect(location.search).toBe("?edit=1");
    await press(t("tour.tools.info"));
    expect(await screen.findByText(t("tour.pick.info"))).toBeDefined();
    await act(async () => panorama.emit("click", at));
    const form = within(await screen.findByRole("dialog", { name: t("tour.info.new") }));
    const title = form.getByRole("textbox", { name: t("tour.info.label") });
    expect(document.activeElement).toBe(title);
    await user.click(form.getByRole("radio", { name: t("tour.info.kinds.web") }));
    await user.type(title, "Data sheet");
    const address = form.getByRole("textbox", { name: t("tour.info.url") });
    await user.type(address, "stone.example");
    await press(t("tour.info.save"));
    expect(form.getByText(t("tour.address_invalid"))).toBeDefined();
    expect(document.activeElement).toBe(address);
    expect(sent).toEqual([]);
    await user.clear(address);
    await user.type(address, "https://stone.example/a");
    await press(t("tour.info.save"));
    expect(await screen.findByText(t("tour.info.added", { name: "Data sheet" }))).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    const told = { kind: "web", label: "Data sheet", text: "", url: "https://stone.example/a" };
    expect(sent).toEqual([{ ...told, yaw: 10, pitch: -5 }]);
  });

  it("pins a snag at the pressed position, and shows the server's error", async () => {
    const sent: unknown[] = [];
    const { t, user, panorama } = await open(language, {
      answers: {
        "GET /api/annotations/choices": () =>
          ok({ people: [], invited: [{ id_invitation: 3, name: "tiler" }], trades: ["Tiles"] }),
        "POST /api/annotations": ({ body }) => {
          sent.push(body);
          return sent.length === 1 ? refuse(403, "FORBIDDEN", "No.") : ok({ id: 12, number: 4 });
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: t("viewer.edit.snag") }));
    await screen.findByText(t("tour.pick.snag"));
    await act(async () => panorama.emit("click", at));
    const form = within(await screen.findByRole("dialog", { name: t("snags.dialog.title") }));
    await press(t("snags.dialog.create"));
    expect(form.getByText(t("snags.title_required"))).toBeDefined();
    const title = form.getByRole("textbox", { name: new RegExp(`^${t("snags.fields.title")}`) });
    expect(document.activeElement).toBe(title);
    await user.type(title, " Crack ");
    await form.findByRole("option", { name: t("snags.invited_person", { name: "tiler" }) });
    await user.selectOptions(form.getByRole("combobox", { name: t("snags.fields.assignee") }), "invited 3");
    await press(t("snags.dialog.create"));
    expect(await form.findByText(t("errors.code.FORBIDDEN"))).toBeDefined();
    await press(t("snags.dialog.create"));
    expect(await screen.findByText(t("snags.dialog.created", { number: 4 }))).toBeDefined();
    expect(sent.at(-1)).toMatchObject({
      title: "Crack",
      id_invitation: 3,
      yaw: 10,
      pitch: -5,
      fov: 60,
      id_room: 1,
    });
  });

  it("cancels the position prompt on Escape, and closes on the next", async () => {
    const { t, user } = await open(language);
    await user.click(await screen.findByRole("button", { name: t("viewer.edit.start") }));
    await screen.findByRole("toolbar");
    await press(t("tour.tools.way"));
    await screen.findByText(t("tour.pick.way"));
    await user.keyboard("{Escape}");
    expect(screen.queryByText(t("tour.pick.way"))).toBeNull();
    expect(document.activeElement?.textContent).toBe(t("tour.tools.way"));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(location.search).toBe("");
  });
});
