import type { crewsApi } from "#contract/crews.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { LinkSettingsService } from "./link-settings.ts";
import type { LinksService } from "./links.service.ts";

type Route = Extract<keyof typeof crewsApi, `${string} /api/projects/{id}/crew-${string}`>;

/** Links as the members of a project manage them. */
export function linkHandlers(links: LinksService, settings: LinkSettingsService): Handlers<Route> {
  return {
    "GET /api/projects/{id}/crew-links": async ({ subject, query, user }) => ({
      ...(await links.list(subject, query, user)),
      page: query.page,
      per_page: query.per_page,
    }),
    "GET /api/projects/{id}/crew-settings": ({ subject, user }) => settings.read(subject, user),
    "PUT /api/projects/{id}/crew-settings": ({ subject, body, user, request }) =>
      settings.change(subject, definedOnly(body), { user, address: request.ip }),
    "POST /api/projects/{id}/crew-links/{person}/share": ({ subject, params, user, request }) =>
      links.share(subject, params.person, { user, address: request.ip }),
    "POST /api/projects/{id}/crew-links/{person}/send": ({ subject, params, user, request }) =>
      links.send(subject, params.person, { user, address: request.ip }),
    "POST /api/projects/{id}/crew-links/{person}/renew": ({ subject, params, user, request }) =>
      links.renew(subject, params.person, { user, address: request.ip }),
    "POST /api/projects/{id}/crew-links/{person}/revoke": ({ subject, params, user, request }) =>
      links.revoke(subject, params.person, { user, address: request.ip }),
  };
}
