/** Numbers of rows. Everything within a project is the same at every scale. */
export interface Sizes {
  readonly scale: number;
  readonly projects: number;
  readonly people: number;
  readonly visits: number;
  readonly rooms: number;
  readonly snags: number;
  /** Entries of the activity log. */
  readonly activity: number;
  /** Entries of the log of views. */
  readonly sightings: number;
  /** Views of visits with their durations. */
  readonly views: number;
  readonly cameras: number;
  readonly messages: number;
}

/** Within one project. */
export const each = {
  visits: 60,
  rooms: 10,
  sheets: 4,
  snags: 400,
  cameras: 4,
  exports: 10,
} as const;

/** At scale 1: 5,000 projects, 10,000 people, 300,000 visits, 3,000,000 rooms, 2,000,000 snags, 50,000,000 lines of logs. */
export function sizesOf(scale: number): Sizes {
  const of = (whole: number) => Math.max(1, Math.round(whole * scale));
  const projects = Math.max(10, of(5000));
  return {
    scale,
    projects,
    people: of(10_000),
    visits: projects * each.visits,
    rooms: projects * each.visits * each.rooms,
    snags: projects * each.snags,
    activity: of(25_000_000),
    sightings: of(15_000_000),
    views: of(10_000_000),
    cameras: projects * each.cameras,
    messages: of(1_000_000),
  };
}
