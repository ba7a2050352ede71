import { sql } from "kysely";
import type { CrewLink, CrewLinkShare } from "#contract/crews.ts";
import { linkName } from "#server/domains/work/snags/by-link.ts";
import { likePattern, type PageRequest } from "#server/platform/paging.ts";
import { shareSubject, shareText } from "./letters.ts";
import type { LinkRow } from "./links.repository.ts";
import { isOpenLink } from "./open-link.ts";
import { shownAddresses } from "./wire.ts";

export type LinkFilter = PageRequest & {
  readonly id_crew?: number | undefined;
  readonly search?: string | undefined;
};

interface ListedRow {
  readonly id_person: number;
  readonly person: string;
  readonly id_crew: number;
  readonly crew: string;
  readonly language: CrewLink["language"];
  readonly email: string | null;
  readonly phone: string | null;
  readonly id: number | null;
  readonly is_open: boolean;
  readonly revoked_at: Date | null;
  readonly sent_at: Date | null;
  readonly seen_at: Date | null;
  readonly answered_at: Date | null;
  readonly failed_at: Date | null;
  readonly devices: number | null;
  readonly open_snags: number;
}

export const narrowing = ({ id_crew, search = "" }: Pick<LinkFilter, "id_crew" | "search">) => {
  const pattern = likePattern(search);
  return sql`${id_crew === undefined ? sql`` : sql`and c.id = ${id_crew}`}
    ${search === "" ? sql`` : sql`and (q.name ilike ${pattern} or c.name ilike ${pattern})`}`;
};

/** People of the crews of a project, each with their link. */
export const selectListed = (
  projectId: number,
  now: Date,
  rest: ReturnType<typeof narrowing>,
) => sql<ListedRow>`
  select q.id as id_person, q.name as person, c.id as id_crew, c.name as crew, q.language, q.email, q.phone, l.id,
    l.id is not null and ${isOpenLink(now)} as is_open, l.revoked_at, l.sent_at, l.seen_at, l.answered_at,
    l.failed_at, l.devices, (select count(*)::int from snags s where s.id_crew = c.id
      and s.id_project = j.id_project and s.status <> 'closed') as open_snags
  from crew_projects j join crews c on c.id = j.id_crew join crew_people q on q.id_crew = c.id
  join projects p on p.id = j.id_project left join crew_link_settings k on k.id_project = p.id
  left join crew_links l on l.id_person = q.id and l.id_project = j.id_project
  where j.id_project = ${projectId} and c.archived_at is null ${rest}`;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function wireLink(row: ListedRow, mayManage: boolean): CrewLink {
  const { id, is_open, revoked_at, open_snags } = row;
  const state = id === null ? "none" : revoked_at !== null ? "revoked" : is_open ? "active" : "ended";
  const canSend = mayManage && open_snags > 0;
  return {
    id_person: row.id_person,
    person: mayManage ? row.person : linkName(row.person),
    id_crew: row.id_crew,
    crew: row.crew,
    language: row.language,
    ...shownAddresses(row, mayManage),
    state,
    open_snags,
    sent_at: iso(row.sent_at),
    seen_at: iso(row.seen_at),
    answered_at: iso(row.answered_at),
    failed_at: iso(row.failed_at),
    devices: row.devices ?? 0,
    can: {
      send: canSend,
      share: canSend,
      renew: canSend && id !== null,
      revoke: mayManage && state === "active",
    },
  };
}

/** Addresses of other programs: they open with the text, and nothing is sent from here. */
export function shareOf(link: LinkRow, count: number, url: string): CrewLinkShare {
  const text = shareText(link, count, url);
  const encoded = encodeURIComponent(text);
  const { phone, email, language } = link;
  return {
    url,
    text,
    language,
    whatsapp: `https://wa.me/${phone?.slice(1) ?? ""}?text=${encoded}`,
    sms: `sms:${phone ?? ""}?body=${encoded}`,
    mailto:
      email === null
        ? null
        : `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(shareSubject(link, count))}&body=${encoded}`,
  };
}
