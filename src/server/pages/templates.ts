import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Templates {
  /** The text of a built page such as `index.html`. Read once: a new build requires a restart. */
  read(name: string): Promise<string>;
}

export function createTemplates(webRoot: string): Templates {
  const known = new Map<string, Promise<string>>();
  return {
    read(name) {
      const text = known.get(name) ?? readFile(join(webRoot, name), "utf8");
      known.set(name, text);
      // Not built yet: the next request retries.
      text.catch(() => known.delete(name));
      return text;
    },
  };
}
