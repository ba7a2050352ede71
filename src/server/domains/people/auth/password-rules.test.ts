import { expect, it } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { checkNewPassword } from "./password-rules.ts";

const refusal = async (
  password: string,
  about: { username?: string; email?: string } = {},
  field?: string,
) => {
  try {
    await checkNewPassword(password, about, field);
    return null;
  } catch (error) {
    return error instanceof AppError ? { code: error.code, fields: error.fields } : error;
  }
};

it.each(["password", "12345678", "Password", "ILOVEYOU", "football", "qwertyuiop", "1qaz2wsx"])(
  "A common password is refused: %s",
  async (password) => {
    expect(await refusal(password)).toEqual({
      code: "PASSWORD_COMMON",
      fields: { password: ["auth.password_common"] },
    });
  },
);

it("The error is at the field of the requesting form", async () => {
  expect(await refusal("password", {}, "new_password")).toMatchObject({
    fields: { new_password: ["auth.password_common"] },
  });
});

it("The account's own user name, address and mailbox are refused as passwords, in any case", async () => {
  const about = { username: "Site.Manager", email: "north.tower@example.org" };
  for (const password of ["site.manager", "SITE.MANAGER", "North.Tower@example.org", "north.tower"])
    expect(await refusal(password, about), password).toMatchObject({ code: "PASSWORD_COMMON" });
});

it.each(["Sitewalk2026!", "admin-admin", "Project 12345", "123manager", "site walk tower"])(
  "Obvious words alone are refused, whatever is appended: %s",
  async (password) => {
    expect(await refusal(password)).toMatchObject({ code: "PASSWORD_COMMON" });
  },
);

it("A leaked password is refused though thousands are more common, up to a length of 255 characters", async () => {
  expect(await refusal("fifa2011")).toMatchObject({ code: "PASSWORD_COMMON" });
  expect(await refusal("a quiet place ".repeat(18).slice(0, 255))).toBeNull();
});

it("Anything else passes: sentences, other alphabets, one repeated character, blanks at either end", async () => {
  const about = { username: "manager", email: "manager@example.org" };
  for (const password of [
    "correct horse battery",
    "كلمة مرور طويلة",
    " quiet place ",
    "managers of the site",
    "𝔰𝔦𝔱𝔢𝔴𝔞𝔩𝔨",
  ])
    expect(await refusal(password, about), password).toBeNull();
  expect(await refusal("a quiet place", {})).toBeNull();
});
