/** What all elements and the browser have, where tests give it sizes, a place or a player. */
const changed: readonly object[] = [
  navigator,
  document,
  Element.prototype,
  HTMLElement.prototype,
  HTMLMediaElement.prototype,
  HTMLDialogElement.prototype,
];
const globals = ["fetch", "matchMedia", "ResizeObserver", "Notification", "PublicKeyCredential"] as const;
/** React Aria and user-event each put theirs here once, and hold on to it. */
const kept: readonly PropertyKey[] = ["focus", "blur"];

type Own = readonly (readonly [object, ReadonlyMap<string, PropertyDescriptor>])[];

/** The page as it is now. Files share a page (`vitest.config.ts`), and not all tidy up what they lend to it. */
export function look(): Own {
  return [
    ...changed.map(
      (owner) => [owner, ownOf(owner, Object.keys(Object.getOwnPropertyDescriptors(owner)))] as const,
    ),
    [globalThis, ownOf(globalThis, globals)],
  ];
}

/** Puts back what was there at that look, and takes away what was not. */
export function putBack(seen: Own): void {
  const now = new Map(look());
  for (const [owner, before] of seen) {
    for (const name of now.get(owner)?.keys() ?? [])
      if (!before.has(name)) Reflect.deleteProperty(owner, name);
    for (const [name, own] of before) {
      const { get, value } = now.get(owner)?.get(name) ?? {};
      if (get !== own.get || value !== own.value) Object.defineProperty(owner, name, own);
    }
  }
}

function ownOf(owner: object, names: readonly string[]): ReadonlyMap<string, PropertyDescriptor> {
  const all = names.filter((name) => !kept.includes(name) && !name.startsWith("_"));
  return new Map(
    all.flatMap((name) => {
      const own = Object.getOwnPropertyDescriptor(owner, name);
      return own?.configurable === true ? [[name, own] as const] : [];
    }),
  );
}
