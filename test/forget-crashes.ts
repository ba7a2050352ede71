import pg from "pg";

/** The data of such a server is discarded with the run: it need not survive a crash, and no commit waits for the disk. */
export async function forgetCrashes(connection: pg.ClientConfig): Promise<void> {
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    max_wal_size: "4GB",
    checkpoint_timeout: "1h",
  };
  const client = new pg.Client(connection);
  await client.connect();
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter system set ${name} = '${value}'`);
  await client.query("select pg_reload_conf()");
  await client.end();
}
