import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { UserRecord, UserRow } from "#contract/users.ts";
import { somebody } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const row: UserRow = {
  id: 7,
  username: "site",
  first_name: "Site",
  last_name: "Office",
  email: "site@example.org",
  avatar: null,
  company: "Palm Court",
  role: "user",
  is_demo: false,
  state: "active",
  "2fa_enabled": true,
  created_at: "2026-11-01T08:00:00Z",
  last_seen_at: null,
};
const { remind_2fa: _, can: __, ...account } = somebody;
const record: UserRecord = {
  ...account,
  ...row,
  can: { view: true, edit: true, change_password: true, administer: true },
};

const words = {
  en: {
    invite: "Invite user",
    send: "Send invitation",
    email: /^E-mail/,
    link: "Link",
    locked: "Locked",
    lock: "Lock account",
    lockTitle: "Lock Site Office?",
    reset: "Reset two-factor",
    taken: "This name is taken",
    password: "Set password",
    next: /^New password/,
    own: /^Your own password/,
    wrong: "The current password is wrong.",
  },
  ar: {
    invite: "دعوة مستخدم",
    send: "إرسال الدعوة",
    email: /^البريد الإلكتروني/,
    link: "الرابط",
    locked: "مقفل",
    lock: "قفل الحساب",
    lockTitle: "قفل Site Office؟",
    reset: "إعادة ضبط التحقق",
    taken: "This name is taken",
    password: "تعيين كلمة المرور",
    next: /^كلمة المرور الجديدة/,
    own: /^كلمة مرورك أنت/,
    wrong: "كلمة المرور الحالية غير صحيحة.",
  },
} as const;

describe.each(["en", "ar"] as const)("users in %s", (language) => {
  const text = words[language];
  const open = async (path: string, more: Answers = {}, whose = superAdmin) => {
    opened = await openScreen(
      path,
      language,
      {
        "GET /api/users": () => ok({ items: [row], total: 1, page: 1, per_page: 25 }),
        "GET /api/users/{id}": () => ok(record),
        "PUT /api/users/{id}": ({ body }) => ok({ ...record, ...body, state: "locked" }),
        ...more,
      },
      whose,
    );
    return opened;
  };

  it("are nobody's business but a super admin's: everybody else has the dashboard instead", async () => {
    const { path, api } = await open(
      "/users",
      {
        "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
        "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
      },
      person,
    );
    await waitFor(() => expect(path()).toBe("/dashboard"));
    expect(api.calls("GET /api/users")).toHaveLength(0);
  });

  it("are listed as the address says, and filtered by the server", async () => {
    const { user, api } = await open("/users?search=site&role=user");
    expect(await screen.findByRole("link", { name: "Site Office" })).toBeTruthy();
    expect(api.calls("GET /api/users").at(-1)?.query.get("search")).toBe("site");
    await user.click(screen.getByRole("button", { name: text.locked }));
    await waitFor(() => expect(api.calls("GET /api/users").at(-1)?.query.get("state")).toBe("locked"));
    expect(location.search).toContain("state=locked");
  });

  it("are invited; where no mail goes out the link is handed over", async () => {
    const { user } = await open("/users", {
      "POST /api/users": () => ok({ user: row, invitation_link: "https://site.example/activate/abc" }),
    });
    await user.click(await screen.findByRole("button", { name: text.invite }));
    await user.type(await screen.findByRole("textbox", { name: text.email }), "new@example.org");
    await user.click(screen.getByRole("button", { name: text.send }));
    const link = await screen.findByRole<HTMLInputElement>("textbox", { name: text.link });
    expect(link.value).toBe("https://site.example/activate/abc");
  });

  it("are locked after a question that names them", async () => {
    const { user, api } = await open("/edituser/7");
    await user.click(await screen.findByRole("button", { name: text.lock }));
    const question = await screen.findByRole("alertdialog", { name: text.lockTitle });
    expect(api.calls("PUT /api/users/{id}")).toHaveLength(0);
    await user.click(within(question).getByRole("button", { name: text.lock }));
    await waitFor(() =>
      expect(api.calls("PUT /api/users/{id}").map(({ body }) => body)).toEqual([{ locked: true }]),
    );
  });

  it("get their second factor taken off, when the phone is lost", async () => {
    const { user, api } = await open("/edituser/7", {
      "DELETE /api/users/{id}/two-factor": () => ok({}),
    });
    await user.click(await screen.findByRole("button", { name: text.reset }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: text.reset }));
    await waitFor(() => expect(api.calls("DELETE /api/users/{id}/two-factor")).toHaveLength(1));
  });

  it("get a new password from a super admin who proves himself with his own", async () => {
    const { user, api } = await open("/edituser/7", {
      "PUT /api/users/{id}/change-password": () =>
        refuse(422, "PASSWORD_WRONG", "", { current_password: [text.wrong] }),
    });
    await user.click(await screen.findByRole("button", { name: text.password }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(text.next), "a new long one");
    await user.type(within(dialog).getByLabelText(text.own), "not mine");
    await user.click(within(dialog).getByRole("button", { name: text.password }));
    expect(await within(dialog).findByText(text.wrong)).toBeTruthy();
    expect(api.calls("PUT /api/users/{id}/change-password").map(({ body }) => body)).toEqual([
      { target_id_user: 7, current_password: "not mine", new_password: "a new long one" },
    ]);
  });
});
