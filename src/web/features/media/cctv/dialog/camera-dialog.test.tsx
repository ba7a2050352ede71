import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Camera } from "#contract/cctv.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aCamera, listed } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Expected texts in that language. */
function textsOf(language: Language) {
  const text = says(language);
  const label = (key: TextKey) => new RegExp(`^${text(key)}`);
  return {
    create: text("shell.top_bar.create"),
    entry: text("cctv.new"),
    add: text("cctv.add_title"),
    edit: text("cctv.edit_title"),
    submit: text("cctv.add"),
    save: text("cctv.save"),
    actions: text("cctv.actions_of", { name: "Gate 2" }),
    change: text("cctv.edit"),
    name: label("cctv.form.name"),
    location: label("cctv.form.location"),
    url: label("cctv.form.url"),
    project: new RegExp(`${text("cctv.form.project")}$`),
    protect: text("cctv.form.is_protected"),
    protection: label("cctv.form.protection_password"),
    picture: text("cctv.form.thumbnail_choose"),
    nameRequired: text("cctv.name_required"),
    projectRequired: text("cctv.project_required"),
    urlRequired: text("cctv.url_required"),
    urlInvalid: text("cctv.url_invalid"),
    urlScheme: text("cctv.url_scheme"),
    protectionRequired: text("cctv.protection_required"),
    notImage: text("cctv.image_required"),
    tooLarge: text("cctv.image_too_large"),
    added: text("cctv.added", { name: "Tower crane" }),
    denied: text("errors.code.CAMERA_EDIT_DENIED"),
    try: text("cctv.form.try"),
    answers: text("cctv.form.try_ok"),
    found: text("cctv.form.try_found", { width: 1280, height: 720, codec: "H.264", seconds: "0.4" }),
    forbidden: text("errors.code.CAMERA_FORBIDDEN"),
    ask: text("cctv.form.hint_private_ask"),
  };
}

/** Texts quoted by the specification. */
it("uses the texts of the specification", () => {
  const t = textsOf("en");
  expect([t.nameRequired, t.projectRequired, t.urlRequired, t.urlInvalid]).toEqual([
    "Camera name is required",
    "Project is required",
    "HLS stream URL is required",
    "Please enter a valid URL",
  ]);
  expect([t.urlScheme, t.protectionRequired, t.notImage, t.tooLarge]).toEqual([
    "URL must start with http:// or https://",
    "Protection password is required when camera is protected",
    "Please select an image file",
    "File size must be less than 5MB",
  ]);
});

const projects = [1, 2].map((id) =>
  aProject({ id, name: `Tower ${id}`, can: { ...aProject().can, add_camera: true } }),
);
const standard: Answers = {
  ...projectAnswers(projects),
  "GET /api/cctv-cameras": () => listed([aCamera({ is_protected: true, is_public: true })]),
  "POST /api/cctv-cameras": ({ body }) => ok(aCamera({ id: 9, ...(body as Partial<Camera>) })),
  "PUT /api/cctv-cameras/{id}": ({ body }) =>
    ok(aCamera({ is_protected: true, ...(body as Partial<Camera>) })),
  "POST /api/cctv-cameras/{id}/thumbnail": () => ok(aCamera()),
  "POST /api/cctv-cameras/{id}/check": () => ok(aCamera({ id: 9 })),
};

const isWrite = /^POST \/api\/cctv-cameras(?:\/\{id\}\/thumbnail)?$/;
const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], "gate", { type });

describe.each(["en", "ar"] as const)("camera form in %s", (language) => {
  const it = inTurns(language);
  const t = textsOf(language);

  async function add(answers: Answers = {}) {
    opened = await openScreen("/cctv", language, { ...standard, ...answers });
    const { user } = opened;
    await screen.findByText("Gate 2");
    await user.click(screen.getByRole("button", { name: t.create }));
    await user.click(await screen.findByRole("menuitem", { name: t.entry }));
    return { ...opened, dialog: within(await screen.findByRole("dialog", { name: t.add })) };
  }

  async function edit(answers: Answers = {}) {
    opened = await openScreen("/cctv", language, { ...standard, ...answers });
    await opened.user.click(await screen.findByRole("button", { name: t.actions }));
    await opened.user.click(await screen.findByRole("menuitem", { name: t.change }));
    return { ...opened, dialog: within(await screen.findByRole("dialog", { name: t.edit })) };
  }

  type Opened = Awaited<ReturnType<typeof add>>;
  const pickFile = (dialog: Opened["dialog"], user: Opened["user"], chosen: File) => {
    const button = dialog.getByRole("button", { name: t.picture });
    return user.upload(button.parentElement?.querySelector("input") as HTMLInputElement, chosen);
  };

  /** Set at once: typing key by key is slow, and changes nothing here. */
  const put = async ({ user }: Pick<Opened, "user">, field: HTMLElement, text: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };

  const fill = async (form: Opened, url = "https://cam.example/live.m3u8") => {
    const { user, dialog } = form;
    await user.click(dialog.getByRole("combobox", { name: t.project }));
    await user.click(await screen.findByRole("option", { name: "Tower 2" }));
    await put(form, dialog.getByRole("textbox", { name: t.name }), "Tower crane");
    await put(form, dialog.getByRole("textbox", { name: t.url }), url);
  };

  it("asks for missing values, in the words of the specification, and sends nothing", async () => {
    const { user, dialog, api } = await add();
    await user.click(dialog.getByText(t.protect));
    await user.click(dialog.getByRole("button", { name: t.submit }));
    for (const text of [t.nameRequired, t.projectRequired, t.urlRequired, t.protectionRequired])
      await dialog.findByText(text);
    const url = dialog.getByRole("textbox", { name: t.url });
    await put({ user }, url, "abc");
    await user.click(dialog.getByRole("button", { name: t.submit }));
    await dialog.findByText(t.urlInvalid);
    await put({ user }, url, "ftp://cam.example/a");
    await user.click(dialog.getByRole("button", { name: t.submit }));
    await dialog.findByText(t.urlScheme);
    expect(api.calls("POST /api/cctv-cameras")).toHaveLength(0);
  });

  it("has 255 characters for a name and for a location", async () => {
    const { dialog } = await add();
    for (const name of [t.name, t.location])
      expect(dialog.getByRole<HTMLInputElement>("textbox", { name }).maxLength).toBe(255);
  });

  it("accepts a JPEG or PNG of up to 5 MB as its picture, and nothing else", async () => {
    const { user, dialog } = await add();
    for (const type of ["application/pdf", "image/webp"]) {
      await pickFile(dialog, user, file(type));
      await dialog.findByText(t.notImage);
    }
    await pickFile(dialog, user, file("image/png", limits.camera.thumbnail.bytes + 1));
    await dialog.findByText(t.tooLarge);
    await pickFile(dialog, user, file("image/jpeg"));
    await waitFor(() => expect(dialog.queryByText(t.tooLarge)).toBeNull());
  });

  it("adds the camera first and uploads its picture after; a failed upload is only logged", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const form = await add({
      "POST /api/cctv-cameras/{id}/thumbnail": () => refuse(500, "INTERNAL", "The disk is full"),
    });
    const { user, dialog, api } = form;
    await fill(form);
    await pickFile(dialog, user, file("image/jpeg"));
    await user.click(dialog.getByRole("button", { name: t.submit }));
    await screen.findByText(t.added);
    expect(screen.queryByText("The disk is full")).toBeNull();
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
    const asked = api.received.map(({ route }) => route).filter((route) => isWrite.test(route));
    expect(asked).toEqual(["POST /api/cctv-cameras", "POST /api/cctv-cameras/{id}/thumbnail"]);
    expect(api.calls("POST /api/cctv-cameras")[0]?.body).toMatchObject({
      id_project: 2,
      name: "Tower crane",
      hls_url: "https://cam.example/live.m3u8",
    });
  });

  it("keeps the input when the server refuses", async () => {
    const form = await add({
      "POST /api/cctv-cameras": () => refuse(403, "CAMERA_EDIT_DENIED", ""),
    });
    await fill(form);
    await form.user.click(form.dialog.getByRole("button", { name: t.submit }));
    await form.dialog.findByText(t.denied);
    expect(form.dialog.getByRole<HTMLInputElement>("textbox", { name: t.name }).value).toBe("Tower crane");
  });

  it("changes only edited values: the project stays, an empty protection password keeps the stored one", async () => {
    const { user, dialog, api } = await edit();
    expect(dialog.getByRole("button", { name: t.project }).hasAttribute("disabled")).toBe(true);
    expect(dialog.getByLabelText<HTMLInputElement>(t.protection, { selector: "input" }).value).toBe("");
    await user.type(dialog.getByRole("textbox", { name: t.name }), "!");
    await user.click(dialog.getByRole("button", { name: t.save }));
    await waitFor(() => expect(api.calls("PUT /api/cctv-cameras/{id}")).toHaveLength(1));
    expect(api.calls("PUT /api/cctv-cameras/{id}")[0]?.body).toEqual({ name: "Gate 2!" });
  });

  it("uploads a new picture after the changes", async () => {
    const { user, dialog, api } = await edit();
    await user.type(dialog.getByRole("textbox", { name: t.name }), "!");
    await pickFile(dialog, user, file("image/png"));
    await user.click(dialog.getByRole("button", { name: t.save }));
    await waitFor(() => expect(api.calls("POST /api/cctv-cameras/{id}/thumbnail")).toHaveLength(1));
    const asked = api.received.map(({ route }) => route).filter((route) => /^(?:PUT|POST)/.test(route));
    expect(asked.filter((route) => route.includes("cctv"))).toEqual([
      "PUT /api/cctv-cameras/{id}",
      "POST /api/cctv-cameras/{id}/thumbnail",
    ]);
  });

  it("tests the camera before it is saved, and shows the result or what to do", async () => {
    let isAllowed = false;
    const nothing = { width: null, height: null, codec: null, milliseconds: 12 };
    const form = await add({
      "POST /api/cctv-cameras/try": () =>
        ok(
          isAllowed
            ? { is_ok: true, problem: null, width: 1280, height: 720, codec: "H.264", milliseconds: 400 }
            : { is_ok: false, problem: "CAMERA_FORBIDDEN", ...nothing },
        ),
    });
    const { user, dialog } = form;
    await fill(form, "rtsp://site:secret@10.0.0.9/stream1");
    await user.click(dialog.getByRole("button", { name: t.try }));
    await dialog.findByText(t.forbidden);
    dialog.getByText(t.ask);
    isAllowed = true;
    await user.click(dialog.getByRole("button", { name: t.try }));
    await dialog.findByText(t.answers);
    dialog.getByText(t.found);
    expect(form.api.calls("POST /api/cctv-cameras/try")[0]?.body).toMatchObject({
      hls_url: "rtsp://10.0.0.9/stream1",
      username: "site",
      password: "secret",
    });
  });
});
