import type { teamApi } from "#contract/team.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof teamApi> = {
  "GET /api/team-members": ({ id_project }) => ({ query: { id_project } }),
  "GET /api/team-members/permissions": ({ id_project, id_mate }) => ({
    query: { id_project, id_user: id_mate },
  }),
  "PUT /api/team-members/update-permissions": ({ id_project, id_mate }) => ({
    body: { id_project, id_user: id_mate, permissions: { "visits.edit": true } },
  }),
  "POST /api/team-members/transfer-ownership": ({ id_project, id_mate }) => ({
    body: { id_project, id_user: id_mate },
  }),
  "DELETE /api/team-members/remove-team-member": ({ id_project, id_mate }) => ({
    body: { id_project, id_user: id_mate },
  }),
  "POST /api/team-members/invite-team-member": ({ id_project }) => ({
    body: { id_project, email: `somebody.${Math.random()}@site.example`, role: "viewer" },
  }),
  "POST /api/team-members/resend-invitation": ({ id_project, id_sent }) => ({
    body: { id_project, id: id_sent },
  }),
  "DELETE /api/team-members/cancel-invitation": ({ id_project, id_sent }) => ({
    body: { id_project, id: id_sent },
  }),
  "DELETE /api/team-members/leave-project": ({ id_project }) => ({ body: { id_project } }),
  "GET /api/users/invitations": () => ({}),
  "PUT /api/users/invitations/accept/{id}": ({ id_invitation }) => ({ params: { id: id_invitation } }),
  "PUT /api/users/invitations/decline/{id}": ({ id_invitation }) => ({ params: { id: id_invitation } }),
  "POST /api/join-requests/send": ({ code_project }) => ({ body: { project_code: code_project } }),
  "GET /api/join-requests/check-join-status": ({ code_project }) => ({
    query: { project_code: code_project },
  }),
  "DELETE /api/join-requests/cancel": ({ code_project }) => ({ body: { project_code: code_project } }),
  "PUT /api/join-requests/accept": ({ id_project, id_asker }) => ({
    body: { id_project, id_user: id_asker },
  }),
  "PUT /api/join-requests/decline": ({ id_project, id_asker }) => ({
    body: { id_project, id_user: id_asker },
  }),
};
