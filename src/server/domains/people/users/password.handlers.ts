import type { usersApi } from "#contract/users.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { OwnerCheck } from "../auth/owner-check.ts";
import type { createPasswordChange } from "./change-password.ts";

type Route = Extract<keyof typeof usersApi, `${string} /api/users/{id}/${"change" | "verify"}-password`>;

/** Handlers that change a password and check whether one is right. */
export const passwordHandlers = (
  changePassword: ReturnType<typeof createPasswordChange>,
  checkOwner: OwnerCheck,
): Handlers<Route> => ({
  "PUT /api/users/{id}/change-password": async ({ subject, body, user, ...door }) => {
    if (body.target_id_user !== undefined && body.target_id_user !== subject.id)
      throw new AppError("VALIDATION", { fields: { target_id_user: ["users.target_differs"] } });
    const { current_password: current, new_password: wanted } = body;
    await changePassword({ caller: user, subject, current, wanted, door });
    return {};
  },
  "POST /api/users/{id}/verify-password": async ({ subject, body }) => {
    try {
      const { password_hash } = await checkOwner(subject.id, body.password);
      return { valid: password_hash !== null };
    } catch (error) {
      if (error instanceof AppError && error.code === "PASSWORD_WRONG") return { valid: false };
      throw error;
    }
  },
});
