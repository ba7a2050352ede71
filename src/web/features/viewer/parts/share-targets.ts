/** What is sent along: the address and the words before it. */
export interface Shared {
  readonly url: string;
  readonly text: string;
}

const encode = encodeURIComponent;

/** Addresses of the services that the settings may offer, by the name the settings give them. */
const targets = {
  email: ({ url, text }: Shared) => `mailto:?subject=${encode(text)}&body=${encode(`${text}\n${url}`)}`,
  whatsapp: ({ url, text }: Shared) => `https://wa.me/?text=${encode(`${text}\n${url}`)}`,
  telegram: ({ url, text }: Shared) => `https://t.me/share/url?url=${encode(url)}&text=${encode(text)}`,
  facebook: ({ url }: Shared) => `https://www.facebook.com/sharer/sharer.php?u=${encode(url)}`,
  twitter: ({ url, text }: Shared) => `https://x.com/intent/post?url=${encode(url)}&text=${encode(text)}`,
  linkedin: ({ url }: Shared) => `https://www.linkedin.com/sharing/share-offsite/?url=${encode(url)}`,
} as const;

export type ShareTarget = keyof typeof targets;

const isTarget = (name: string): name is ShareTarget => Object.hasOwn(targets, name);

/** The services among the settings' names that we know an address of, in the settings' order. */
export function shareTargets(names: readonly string[]): readonly ShareTarget[] {
  return names.filter(isTarget);
}

export function shareAddress(target: ShareTarget, shared: Shared): string {
  return targets[target](shared);
}
