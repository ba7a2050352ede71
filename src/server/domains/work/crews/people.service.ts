import { sql } from "kysely";
import { crewLimits as limits } from "#contract/crews.limits.ts";
import type { CrewPersonInput } from "#contract/crews.ts";
import { linkName } from "#server/domains/work/snags/by-link.ts";
import { changedNames } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { CrewOutbox } from "./crew-outbox.ts";
import { type By, hold, recordIn, touch } from "./crew-writes.ts";
import type { CrewRecord } from "./crews.policy.ts";
import type { LinksRepository } from "./links.repository.ts";
import { type CsvPerson, readPeople } from "./people-csv.ts";
import "./tables.ts";

export interface PeopleServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: LinksRepository;
  readonly crewOutbox: CrewOutbox;
}

type NewPerson = ReturnType<typeof CrewPersonInput.parse>;
type Crew = Authorized<CrewRecord>;

const refuse = (field: string, key: string) => new AppError("VALIDATION", { fields: { [field]: [key] } });

export type PeopleService = ReturnType<typeof createPeopleService>;

export function createPeopleService(options: PeopleServiceOptions) {
  const { db, crewOutbox } = options;
  return {
    addPerson: (crew: Crew, person: NewPerson, by: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await hold(trx, crew.id);
        await insertPerson(trx, crew.id, person);
        await touch(trx, crew.id);
        await recordIn(trx, "person_added", before, by, { person: linkName(person.name) });
        await crewOutbox.crewChanged(trx, crew.id);
      }),

    /** Rows of a CSV file. Those that cannot be added are skipped and named. */
    addPeople: (crew: Crew, csv: string, isCheck: boolean, by: By) =>
      db.transaction().execute(async (trx) => {
        const before = await hold(trx, crew.id);
        const known = await trx
          .selectFrom("crew_people")
          .select(["email", "phone"])
          .where("id_crew", "=", crew.id)
          .execute();
        const taken = new Set(known.flatMap(({ email, phone }) => [email, phone]));
        let count = known.length;
        let added = 0;
        const skipped: { row: number; name: string; problem: NonNullable<CsvPerson["problem"]> }[] = [];
        for (const { row, name, person, problem } of readPeople(csv)) {
          const addresses = [person?.email, person?.phone].filter((address) => address != null);
          const isDouble = addresses.some((address) => taken.has(address));
          const found = problem ?? (isDouble ? "double" : count >= limits.people ? "full" : undefined);
          if (found !== undefined || person === undefined) {
            skipped.push({ row, name: name.slice(0, limits.person), problem: found ?? "name" });
            continue;
          }
          for (const address of addresses) taken.add(address);
          count += 1;
          added += 1;
          if (!isCheck) await insertPerson(trx, crew.id, person);
        }
        if (!isCheck && added > 0) {
          await touch(trx, crew.id);
          await recordIn(trx, "people_imported", before, by, { n: String(added) });
          await crewOutbox.crewChanged(trx, crew.id);
        }
        return { added, skipped };
      }),

    changePerson: (crew: Crew, personId: number, values: PersonChange, by: By): Promise<void> =>
      db.transaction().execute((trx) => changePerson(trx, options, { crew, personId, values, by })),

    removePerson: (crew: Crew, personId: number, by: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await hold(trx, crew.id);
        const person = await trx
          .deleteFrom("crew_people")
          .where("id", "=", personId)
          .where("id_crew", "=", crew.id)
          .returning("name")
          .executeTakeFirst();
        if (person === undefined) throw new AppError("NOT_FOUND");
        await touch(trx, crew.id);
        await recordIn(trx, "person_removed", before, by, { person: linkName(person.name) });
      }),
  };
}

export type PersonChange = {
  readonly [K in keyof NewPerson]?: NewPerson[K] | undefined;
} & { readonly digest?: boolean | undefined };

async function changePerson(
  trx: Trx,
  { clock, links, crewOutbox }: PeopleServiceOptions,
  {
    crew,
    personId,
    values: { digest, ...values },
    by,
  }: { readonly crew: Crew; readonly personId: number; readonly values: PersonChange; readonly by: By },
): Promise<void> {
  const held = await hold(trx, crew.id);
  const before = await trx
    .selectFrom("crew_people")
    .selectAll()
    .where("id", "=", personId)
    .where("id_crew", "=", crew.id)
    .executeTakeFirst();
  if (before === undefined) throw new AppError("NOT_FOUND");
  const sent = definedOnly(values);
  const after = { ...before, ...sent };
  if (after.email === null && after.phone === null) throw refuse("email", "crews.address_required");
  await refuseDouble(trx, crew.id, after, personId);
  const wanted = {
    ...sent,
    ...(digest !== undefined &&
      digest !== (before.mail_off_at === null) && { mail_off_at: digest ? null : clock.now() }),
  };
  const changed = changedNames(before, wanted);
  if (changed.length === 0) return;
  await trx.updateTable("crew_people").set(wanted).where("id", "=", personId).execute();
  await touch(trx, crew.id);
  if (after.email !== before.email || after.phone !== before.phone) {
    // A reader of the old address must not answer in this name.
    const own = await trx.selectFrom("crew_links").select("id").where("id_person", "=", personId).execute();
    for (const { id } of own) {
      await links.renew(trx, id);
      await trx
        .updateTable("crew_links")
        .set({ sent_at: null, failed_at: null })
        .where("id", "=", id)
        .execute();
      await trx.deleteFrom("crew_link_snags").where("id_link", "=", id).execute();
    }
    await crewOutbox.crewChanged(trx, crew.id);
  }
  await recordIn(trx, "person_changed", held, by, { person: linkName(after.name), changed });
}

/** The row of the crew is locked, or new. */
export async function insertPerson(trx: Trx, id_crew: number, person: NewPerson): Promise<void> {
  const { count } = await trx
    .selectFrom("crew_people")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("id_crew", "=", id_crew)
    .executeTakeFirstOrThrow();
  if (count >= limits.people) throw new AppError("CREW_FULL", { values: { n: limits.people } });
  await refuseDouble(trx, id_crew, person);
  await trx
    .insertInto("crew_people")
    .values({ ...person, id_crew })
    .execute();
}

/** The row of the crew is locked. */
async function refuseDouble(
  trx: Trx,
  id_crew: number,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  except = 0,
): Promise<void> {
  const known = await trx
    .selectFrom("crew_people")
    .select("email")
    .where("id_crew", "=", id_crew)
    .where("id", "<>", except)
    .where((or) => or.or([or("email", "=", email), or("phone", "=", phone)]))
    .executeTakeFirst();
  if (known === undefined) return;
  throw refuse(email !== null && known.email === email ? "email" : "phone", "crews.person_known");
}
