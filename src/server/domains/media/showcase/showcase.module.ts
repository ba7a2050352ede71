import { type Showcase, showcaseApi } from "#contract/showcase.ts";
import type { PublicPerson } from "#server/domains/people/users/public-persons.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { PublicVideos } from "../videos/public-videos.ts";
import type { SharedVisits } from "../visits/shared-visits.ts";
import { samples } from "./samples.ts";
import { findPublicProject } from "./showcase.repository.ts";

export interface ShowcaseOptions {
  readonly db: Database;
  readonly shared: Pick<SharedVisits, "ofProject">;
  readonly videos: Pick<PublicVideos, "ofProject">;
  /** Undefined for an account without a public profile. */
  readonly publicPerson: (userId: number) => Promise<PublicPerson | undefined>;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function showcaseModule({ db, shared, videos, publicPerson, address }: ShowcaseOptions) {
  /** The public data of a project; undefined when it is not public. */
  async function byCode(code: string): Promise<Showcase | undefined> {
    const project = await findPublicProject(db, code);
    if (project === undefined) return undefined;
    const [visits, films, owner] = await Promise.all([
      shared.ofProject(project.id),
      videos.ofProject(project.id),
      project.id_owner === null ? undefined : publicPerson(project.id_owner),
    ]);
    return {
      project_code: project.code,
      name: project.name,
      description: project.description,
      status: project.status,
      location: project.location,
      latitude: project.latitude,
      longitude: project.longitude,
      year: project.year,
      num_buildings: project.num_buildings,
      num_floors: project.num_floors,
      area: project.area,
      type: project.type,
      categories: [...project.categories],
      cover: project.cover === null ? (visits[0]?.cover ?? null) : address(project.cover),
      owner: owner ?? null,
      visits,
      videos: films,
      updated_at: project.updated_at.toISOString(),
    };
  }

  return {
    offers: { showcase: byCode },
    samples,
    handlers: handlers(showcaseApi, {
      "GET /api/showcase": async ({ query }) => {
        const found = await byCode(query.project_code);
        if (found === undefined) throw new AppError("PROJECT_NOT_PUBLIC");
        return found;
      },
    }),
  };
}
