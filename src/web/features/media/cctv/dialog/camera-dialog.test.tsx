import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, vi } from "vitest";
import type { Camera } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { aCamera, listed } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const words = {
  en: {
    create: "Create",
    entry: "Add CCTV",
    add: "Add CCTV Camera",
    edit: "Edit Camera",
    submit: "Add camera",
    save: "Save camera",
    actions: "Actions for Gate 2",
    change: "Edit",
    name: /^Name/,
    location: /^Location/,
    url: /^HLS stream URL/,
    project: /Project$/,
    protect: "Protected by a password",
    protection: /^Protection password/,
    picture: "Choose a picture",
    nameRequired: "Camera name is required",
    projectRequired: "Project is required",
    urlRequired: "HLS stream URL is required",
    urlInvalid: "Please enter a valid URL",
    urlScheme: "URL must start with http:// or https://",
    protectionRequired: "Protection password is required when camera is protected",
    notImage: "Please select an image file",
    tooLarge: "File size must be less than 5MB",
    added: "Tower crane was added",
    saved: "Gate 2 was saved",
    denied: "You do not have permission to edit the cameras of this project.",
    try: "Test connection",
    answers: "The camera answers",
    found: "1280 × 720, H.264, after 0.4 s",
    forbidden: "This server is not allowed to connect to that address. Its administrator can allow it.",
    ask: /Ask an administrator/,
  },
  ar: {
    create: "إنشاء",
    entry: "إضافة كاميرا",
    add: "إضافة كاميرا مراقبة",
    edit: "تعديل الكاميرا",
    submit: "إضافة الكاميرا",
    save: "حفظ الكاميرا",
    actions: "إجراءات Gate 2",
    change: "تعديل",
    name: /^الاسم/,
    location: /^المكان/,
    url: /^رابط بث HLS/,
    project: /المشروع$/,
    protect: "محمية بكلمة مرور",
    protection: /^كلمة مرور الحماية/,
    picture: "اختيار صورة",
    nameRequired: "اسم الكاميرا مطلوب",
    projectRequired: "المشروع مطلوب",
    urlRequired: "رابط بث HLS مطلوب",
    urlInvalid: "أدخل رابطًا صحيحًا",
    urlScheme: "يجب أن يبدأ الرابط بـ http:// أو https://",
    protectionRequired: "كلمة مرور الحماية مطلوبة عندما تكون الكاميرا محمية",
    notImage: "اختر ملف صورة",
    tooLarge: "يجب أن يكون حجم الملف أقل من 5 ميغابايت",
    added: "تمت إضافة Tower crane",
    saved: "تم حفظ Gate 2",
    denied: "ليست لديك صلاحية تعديل كاميرات هذا المشروع.",
    try: "اختبار الاتصال",
    answers: "الكاميرا تستجيب",
    found: /1280 × 720/,
    forbidden: "لا يُسمح لهذا الخادم بالاتصال بهذا العنوان. يستطيع مسؤول الخادم السماح بذلك.",
    ask: /اطلب من مدير النظام/,
  },
} as const;

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

describe.each(["en", "ar"] as const)("the form of a camera in %s", (language) => {
  const it = inTurns(language);
  const t = words[language];

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

  /** At once: key by key is slow, and changes nothing here. */
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

  it("asks for what is missing, in the words of the specification, and sends nothing", async () => {
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

  it("has 255 characters for a name and for a place", async () => {
    const { dialog } = await add();
    for (const name of [t.name, t.location])
      expect(dialog.getByRole<HTMLInputElement>("textbox", { name }).maxLength).toBe(255);
  });

  it("takes a JPEG or PNG of up to 5 MB as its picture, and nothing else", async () => {
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

  it("adds the camera first and sends its picture after; one that fails is only logged", async () => {
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

  it("keeps all that was typed when the server refuses", async () => {
    const form = await add({
      "POST /api/cctv-cameras": () => refuse(403, "CAMERA_EDIT_DENIED", ""),
    });
    await fill(form);
    await form.user.click(form.dialog.getByRole("button", { name: t.submit }));
    await form.dialog.findByText(t.denied);
    expect(form.dialog.getByRole<HTMLInputElement>("textbox", { name: t.name }).value).toBe("Tower crane");
  });

  it("changes only what was changed: the project stays, an empty protection password keeps the stored one", async () => {
    const { user, dialog, api } = await edit();
    expect(dialog.getByRole("button", { name: t.project }).hasAttribute("disabled")).toBe(true);
    expect(dialog.getByLabelText<HTMLInputElement>(t.protection, { selector: "input" }).value).toBe("");
    await user.type(dialog.getByRole("textbox", { name: t.name }), "!");
    await user.click(dialog.getByRole("button", { name: t.save }));
    await waitFor(() => expect(api.calls("PUT /api/cctv-cameras/{id}")).toHaveLength(1));
    expect(api.calls("PUT /api/cctv-cameras/{id}")[0]?.body).toEqual({ name: "Gate 2!" });
  });

  it("sends a new picture after what was changed", async () => {
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

  it("asks the camera before it is saved, and says what came or what to do", async () => {
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
