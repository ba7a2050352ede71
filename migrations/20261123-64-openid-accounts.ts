import { type Kysely, sql } from "kysely";

/** Accounts of the OpenID Connect provider that the settings describe can be linked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_accounts drop constraint social_accounts_provider_check`.execute(db);
  await sql`
    alter table social_accounts add constraint social_accounts_provider_check
      check (provider in ('google', 'facebook', 'twitter', 'openid')) not valid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from social_accounts where provider = 'openid'`.execute(db);
  await sql`alter table social_accounts drop constraint social_accounts_provider_check`.execute(db);
  await sql`
    alter table social_accounts add constraint social_accounts_provider_check
      check (provider in ('google', 'facebook', 'twitter')) not valid`.execute(db);
}
