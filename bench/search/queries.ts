import pg from "pg";

export const QUERIES = 500;

export interface Asked {
  readonly kind: string;
  readonly q: string;
}

interface Item {
  readonly title: string;
  readonly code: string;
}

const kinds: Readonly<Record<string, (item: Item, n: number) => string>> = {
  "exact code": ({ code }) => code,
  "exact title": ({ title }) => title,
  "title and number": ({ title }) => title.split(" ").slice(0, 2).join(" "),
  "one word, common": (_, n) =>
    pickFrom(["tow", "tower", "bridge", "walk", "parking", "pumping", "stadium"], n),
  "inside a word": (_, n) => pickFrom(["owe", "sement", "ospit", "azing", "ehouse", "arehou", "dium"], n),
  "part of a number": (_, n) => String((n * 7919) % 100_000).slice(0, 3 + (n % 3)),
  "one letter": (_, n) => pickFrom(["t", "b", "w", "s", "p", "a", "z", "x"], n),
  "two letters": (_, n) => pickFrom(["to", "br", "wa", "sc", "ho", "pu", "zq", "st", "ro"], n),
  Arabic: (_, n) => pickFrom(["برج", "مدرسة", "جسر", "الواجهة", "لوسيل", "فحص أعمال", "مدرسه 12"], n),
  "Arabic with vowel marks": (_, n) => pickFrom(["بُرْج", "مَدْرَسَة", "السَّطح", "القـــبو", "مُستشفى ٣٤"], n),
  "Arabic, one or two letters": (_, n) => pickFrom(["بر", "م", "سط", "قب", "جس"], n),
  "with a typo": (_, n) =>
    pickFrom(["towre", "brigde", "hopsital", "wearhouse", "مدرسسة", "stadum 5", "vila"], n),
  "% and _": (_, n) => pickFrom(["%", "_", "100%", "under_ground", "%%", "a_b", "100% of"], n),
  "two words": (_, n) => pickFrom(["roof tower", "walk lobby", "glazing shaft", "tower 113", "برج lobby"], n),
  "no match": (_, n) => `qzx${n}vv`,
};

const pickFrom = (list: readonly string[], n: number): string => list[n % list.length] ?? "";

/**
 * Returns the same 500 searches each time: every kind equally often, items from the whole table, a tenth of them the
 * member's.
 */
export async function askedFor(connection: pg.ClientConfig): Promise<Asked[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<Item>(
    `(select title, code from search_items where id % 9973 = 17 order by kind, id limit 200)
     union all (select s.title, s.code from search_items s join project_members m on m.id_project = s.id_project
       join users u on u.id = m.id_user and u.username = 'member' where s.id % 7 = 3 order by s.kind, s.id limit 30)`,
  );
  await client.end();
  const makers = Object.entries(kinds);
  return Array.from({ length: QUERIES }, (_, n) => {
    const [kind, make] = makers[n % makers.length] ?? ["no match", () => ""];
    const round = Math.floor(n / makers.length);
    return { kind, q: make(rows[(n * 31) % rows.length] ?? { title: "", code: "" }, round) };
  });
}
