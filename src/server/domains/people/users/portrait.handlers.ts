import type { usersApi } from "#contract/users.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { createPortraitChange } from "./portraits.ts";

type Route = Extract<
  keyof typeof usersApi,
  `${string} /api/users/${"avatar" | "cover_image"}${"" | "/delete"}`
>;

/** Handlers for a user's own pictures. */
export const portraitHandlers = (pictures: ReturnType<typeof createPortraitChange>): Handlers<Route> => ({
  "POST /api/users/avatar": async ({ files, user, request }) => ({
    avatar: await pictures.replace("avatar", user, request, files.file),
  }),
  "DELETE /api/users/avatar/delete": async ({ user, request }) => {
    await pictures.remove("avatar", user, request);
    return {};
  },
  "POST /api/users/cover_image": async ({ files, user, request }) => ({
    cover_image: await pictures.replace("cover_image", user, request, files.file),
  }),
  "DELETE /api/users/cover_image/delete": async ({ user, request }) => {
    await pictures.remove("cover_image", user, request);
    return {};
  },
});
