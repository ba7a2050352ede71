/** A value of such a file. */
export type Yaml = string | null | readonly Yaml[] | { readonly [name: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

/**
 * Parses the subset of YAML that compose.yaml uses: maps and lists by indentation, lists in brackets, plain and quoted
 * strings, comments on lines of their own, anchors and merged maps. Throws on anything else rather than guess.
 */
export function parseYaml(text: string): Yaml {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("#"))
    .map((line): Line => ({ indent: line.search(/\S/), text: line.trim() }));
  const anchors = new Map<string, Yaml>();
  let at = 0;

  function block(indent: number): Yaml {
    return lines[at]?.text.startsWith("- ") === true ? list(indent) : map(indent);
  }

  function list(indent: number): Yaml {
    const items: Yaml[] = [];
    for (let line = lines[at]; line?.indent === indent && line.text.startsWith("- "); line = lines[at]) {
      const text = line.text.slice(2);
      if (/^[\w-]+: /.test(text)) {
        lines[at] = { indent: indent + 2, text };
        items.push(map(indent + 2));
      } else {
        at += 1;
        items.push(scalar(text));
      }
    }
    return items;
  }

  function map(indent: number): Yaml {
    const fields: Record<string, Yaml> = {};
    for (let line = lines[at]; line?.indent === indent; line = lines[at]) {
      const [, name, , anchor, rest = ""] = /^([\w.-]+|<<):( &(\w+))?(?: (.*))?$/.exec(line.text) ?? [];
      if (name === undefined) throw new Error(`This is not understood: ${line.text}`);
      at += 1;
      const isNested = rest === "" && (lines[at]?.indent ?? 0) > indent;
      const value = isNested ? block(lines[at]?.indent ?? 0) : scalar(rest);
      if (anchor !== undefined) anchors.set(anchor, value);
      if (name === "<<") Object.assign(fields, value);
      else fields[name] = value;
    }
    return fields;
  }

  function scalar(word: string): Yaml {
    if (word === "") return null;
    if (word.startsWith("*")) return anchors.get(word.slice(1)) ?? fail(word);
    if (word.startsWith("[")) return word.slice(1, -1).split(", ").map(scalar);
    if (/^".*"$/.test(word)) return word.slice(1, -1);
    return /^[&{|>!%@`]/.test(word) ? fail(word) : word;
  }

  const fail = (word: string): never => {
    throw new Error(`This is not understood: ${word}`);
  };

  const whole = block(0);
  if (at < lines.length) fail(lines[at]?.text ?? "");
  return whole;
}
