/** Connection settings for `pg`. `host` is a directory (Unix socket) except on Windows, where it is 127.0.0.1. */
export interface PgConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The supervisor logs rarely: one line when something changed that may concern an operator. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface PostgresOptions {
  /** Folder of the database, created when missing; everything below it belongs to the supervisor. */
  root: string;
  /** Name of the application's database, created when missing. */
  database: string;
  log: PostgresLog;
  /** On a machine with little memory: a smaller cache, fewer workers. False by default. */
  isSmall?: boolean;
}

export interface RunningPostgres {
  /** Stays valid for the life of the process, also across a restart of the database server. */
  connection: PgConnection;
  /** True when the server was already running, left behind by an earlier process or shared with another one. */
  adopted: boolean;
  /** As reported by the server, e.g. "18.4". */
  version: string;
  /** Stops the server, unless another process still uses it. Drain jobs and pools before. May be called twice. */
  stop(): Promise<void>;
}
