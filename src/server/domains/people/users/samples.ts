import type { usersApi } from "#contract/users.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof usersApi> = {
  "GET /api/users": () => ({}),
  "POST /api/users": () => ({ body: { email: "invited@example.org" } }),
  "GET /api/users/code/{code}": ({ code_user }) => ({ params: { code: code_user } }),
  "GET /api/users/{id}": ({ id_user }) => ({ params: { id: id_user } }),
  "PUT /api/users/{id}": ({ id_user }) => ({ params: { id: id_user }, body: { city: "Dubai" } }),
  "GET /api/users/{id}/profile": ({ id_user }) => ({ params: { id: id_user } }),
  "GET /api/users/{id}/activity-logs": ({ id_user }) => ({ params: { id: id_user } }),
  "PUT /api/users/{id}/change-password": ({ id_user }) => ({
    params: { id: id_user },
    body: { target_id_user: id_user, current_password: "wrong wrong", new_password: "long enough for all" },
  }),
  "POST /api/users/{id}/verify-password": ({ id_user }) => ({
    params: { id: id_user },
    body: { password: "wrong wrong" },
  }),
  "POST /api/users/avatar": () => ({ files: ["file"] }),
  "GET /api/users/bin": () => ({}),
  "PUT /api/users/restore/{id}": ({ id_left }) => ({ params: { id: id_left } }),
  "DELETE /api/users/{id}": ({ id_leaver, id_mate }) => ({
    params: { id: id_leaver },
    query: { id_heir: id_mate },
  }),
  "DELETE /api/users/avatar/delete": () => ({}),
  "POST /api/users/cover_image": () => ({ files: ["file"] }),
  "DELETE /api/users/cover_image/delete": () => ({}),
};
