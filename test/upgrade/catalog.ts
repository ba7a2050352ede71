import type pg from "pg";

/** The parts of a schema that a program written for it depends on. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, Table>;
  readonly functions: ReadonlySet<string>;
}

interface Table {
  /** Changes when the table is rewritten. */
  readonly file: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Definitions by their names. */
  readonly constraints: ReadonlyMap<string, { readonly rule: string; readonly isValidated: boolean }>;
  readonly indexes: ReadonlySet<string>;
}

interface Column {
  readonly type: string;
  readonly isNeeded: boolean;
  /** Has a value of its own when an insert omits it. */
  readonly hasValue: boolean;
}

interface Row {
  readonly name: string;
  readonly file: string;
  readonly columns: Readonly<Record<string, Column>> | null;
  readonly constraints: Readonly<Record<string, { rule: string; isValidated: boolean }>> | null;
  readonly indexes: readonly string[];
}

export async function readCatalog(client: Pick<pg.Client, "query">): Promise<Catalog> {
  const { rows } = await client.query<Row>(`
    select c.relname as name, c.relfilenode::text as file,
      (select jsonb_object_agg(a.attname, jsonb_build_object('type', format_type(a.atttypid, a.atttypmod),
          'isNeeded', a.attnotnull, 'hasValue', a.atthasdef or a.attidentity <> '' or a.attgenerated <> ''))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      -- NOT NULL stands with the columns.
      (select jsonb_object_agg(k.conname, jsonb_build_object('rule', pg_get_constraintdef(k.oid), 'isValidated', k.convalidated))
        from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n') as constraints,
      array(select i.indexrelid::regclass::text from pg_index i where i.indrelid = c.oid) as indexes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  const functions = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  return {
    tables: new Map(
      rows.map(({ name, file, columns, constraints, indexes }) => [
        name,
        {
          file,
          columns: new Map(Object.entries(columns ?? {})),
          constraints: new Map(Object.entries(constraints ?? {})),
          indexes: new Set(indexes),
        },
      ]),
    ),
    functions: new Set(functions.rows.map(({ name }) => name)),
  };
}

/**
 * Effects of a schema change on the previous version: `breaks` what its statements depend on, `reads` every row of an
 * existing table, while writers to it wait.
 */
export function compareCatalogs(
  before: Catalog,
  after: Catalog,
): { breaks: string[]; reads: Map<string, string[]> } {
  const breaks: string[] = [];
  const reads = new Map<string, string[]>();
  const read = (table: string, why: string) => reads.set(table, [...(reads.get(table) ?? []), why]);
  for (const [name, old] of before.tables) {
    const now = after.tables.get(name);
    if (now === undefined) {
      breaks.push(`table ${name} is gone`);
      continue;
    }
    breaks.push(...compareColumns(name, old, now));
    if (now.file !== old.file) read(name, "is written anew");
    for (const [rule, { isValidated }] of now.constraints)
      if (!old.constraints.has(rule) && isValidated) read(name, `is checked for ${rule}`);
    for (const index of now.indexes) if (!old.indexes.has(index)) read(name, `gets the index ${index}`);
  }
  for (const name of before.functions)
    if (!after.functions.has(name)) breaks.push(`function ${name} is gone`);
  return { breaks, reads };
}

function compareColumns(table: string, old: Table, now: Table): string[] {
  const breaks: string[] = [];
  for (const [name, column] of old.columns) {
    const same = now.columns.get(name);
    if (same === undefined) breaks.push(`column ${table}.${name} is gone`);
    else if (same.type !== column.type)
      breaks.push(`column ${table}.${name} is ${same.type}, was ${column.type}`);
    else if (same.isNeeded && !column.isNeeded)
      breaks.push(`column ${table}.${name} may not be null any more`);
    else if (column.hasValue && !same.hasValue && same.isNeeded)
      breaks.push(`column ${table}.${name} has no value of itself any more`);
  }
  for (const [name, { isNeeded, hasValue }] of now.columns)
    if (!old.columns.has(name) && isNeeded && !hasValue)
      breaks.push(`column ${table}.${name} is needed, and the version before does not know it`);
  return breaks;
}
