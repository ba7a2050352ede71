import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const root = resolve(import.meta.dirname, "../..");

export const isIconScript = /[\\/]lucide-react[\\/]/;

/** `map-pin` for an icon's own module; undefined for the code shared by all icons. */
export const iconName = (id: string) =>
  /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([\w-]+)\.m?js$/.exec(id)?.[1];

/** Names of the icon modules that a script imports; the package's index leads to all of them. */
export function iconsIn(code: string): string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g);
  const names = [...imports].flatMap(([, list = ""]) =>
    list.split(",").map((one) => one.trim().split(/\s/)[0] ?? ""),
  );
  return names.map((name) =>
    renamed(
      name
        .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
        .replaceAll(/([a-zA-Z])(\d)/g, "$1-$2")
        .toLowerCase(),
    ),
  );
}

/** Maps an icon's former name to its present one. */
function renamed(name: string): string {
  try {
    const path = resolve(root, `node_modules/lucide-react/dist/esm/icons/${name}.mjs`);
    return (
      /export \{ default \} from ["']\.\/([\w-]+)\.mjs["']/.exec(readFileSync(path, "utf8"))?.[1] ?? name
    );
  } catch {
    return name;
  }
}

/**
 * Drops the statement `__iconData.node;` of each icon, which does nothing: no bundler may, since reading a property
 * could have an effect.
 */
export const leanIcons = (): Plugin => ({
  name: "sitewalk:lean-icons",
  apply: "build",
  transform: {
    filter: { id: /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/ },
    handler: (code) => ({ code: code.replace(/^__iconData\.node;$/m, ""), map: null }),
  },
});
