/**
 * Our own supervisor of the PostgreSQL server that comes with Sitewalk.
 *
 * Below `root`: `secret` (password, 0600), `data/` (the cluster), `run/` (socket, no TCP), `runtime/` (the
 * programs, per version), `postgres.log`, `start.sock` (while a process starts or stops the server).
 */
export { type PostgresRefusalCode, PostgresRefused } from "./refused.ts";
export { startPostgres } from "./start.ts";
export type { PgConnection, PostgresLog, PostgresOptions, RunningPostgres } from "./types.ts";
