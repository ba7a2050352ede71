import type { Project, ProjectPerson, ProjectPoint } from "#contract/projects.ts";
import type { Pictures } from "#server/media/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { PersonRow } from "./people.ts";
import { projectFlags } from "./projects.policy.ts";
import type { PlacedProject } from "./projects.repository.ts";
import type { ProjectSummary } from "./summary.ts";

/** Signs addresses: of the pictures of visits, and of objects by their key. */
export interface ProjectWire {
  readonly pictures: Pick<Pictures, "covers">;
  readonly address: (objectKey: string) => string;
}

/** Fields derived from visits are for users who may see visits: the fallback cover, their number and dates. */
const noVisits = { cover_sha256: null, visit_count: 0, room_count: 0, last_visit_date: null };

export function wireProject(row: ProjectSummary, user: SessionUser, wire: ProjectWire): Project {
  const can = projectFlags(row, user);
  // A visitor sees what the showcase of a public project shows to everyone.
  const project = can.view_visits || row.role === null ? row : { ...row, ...noVisits };
  const { id, code } = project;
  return {
    id,
    id_project: id,
    code,
    project_code: code,
    name: project.name,
    description: project.description,
    status: project.status,
    location: project.location,
    latitude: project.latitude,
    longitude: project.longitude,
    time_zone: project.time_zone,
    year: project.year,
    num_buildings: project.num_buildings,
    num_floors: project.num_floors,
    area: project.area,
    active: project.active,
    validated: project.validated,
    is_public: project.is_public,
    starred: project.starred,
    role: project.role,
    owner: project.owner === null ? null : wirePerson(project.owner, wire.address),
    type: wireType(project),
    categories: [...project.categories],
    ...coverOf(project, wire),
    has_cover: project.cover !== null,
    member_count: project.member_count,
    visit_count: project.visit_count,
    room_count: project.room_count,
    last_visit_date: project.last_visit_date?.toISOString() ?? null,
    created_at: project.created_at.toISOString(),
    updated_at: project.updated_at.toISOString(),
    can,
  };
}

export function wirePoint(row: PlacedProject, user: SessionUser, wire: ProjectWire): ProjectPoint {
  const seesVisits = user.super_admin || (row.grants?.includes("visits.view") ?? false);
  const { id, name, status, location, latitude, longitude, cover_card } = row;
  const { cover_sha256, last_visit_date } = seesVisits ? row : noVisits;
  const { thumbnail } = coverOf({ cover: cover_card, cover_card, cover_sha256 }, wire);
  return {
    id,
    id_project: id,
    name,
    status,
    location,
    latitude,
    longitude,
    thumbnail,
    last_visit_date: last_visit_date?.toISOString() ?? null,
  };
}

export const wirePerson = (
  { avatar, ...person }: PersonRow,
  address: ProjectWire["address"],
): ProjectPerson => ({ ...person, avatar: avatar === null ? null : address(avatar) });

function wireType({ id_type, type }: ProjectSummary): Project["type"] {
  return id_type === null || type === null ? null : { id: id_type, id_type, name: type };
}

/** The selected picture, else that of the newest visit. */
function coverOf(
  { cover, cover_card, cover_sha256 }: Pick<ProjectSummary, "cover" | "cover_card" | "cover_sha256">,
  { pictures, address }: ProjectWire,
): Pick<Project, "thumbnail" | "cover" | "cover_card"> {
  if (cover === null) return pictures.covers(cover_sha256);
  const card = address(cover_card ?? cover);
  return { thumbnail: card, cover: address(cover), cover_card: card };
}
