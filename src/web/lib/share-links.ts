/** Services through which a link can be shared, by the names the settings use. */
export type ShareProvider = "email" | "whatsapp" | "telegram" | "facebook" | "twitter" | "linkedin";

const makers: Record<ShareProvider, (url: string, text: string) => string> = {
  email: (url, text) => `mailto:?subject=${text}&body=${text}%0A${url}`,
  whatsapp: (url, text) => `https://wa.me/?text=${text}%0A${url}`,
  telegram: (url, text) => `https://t.me/share/url?url=${url}&text=${text}`,
  facebook: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  twitter: (url, text) => `https://x.com/intent/post?url=${url}&text=${text}`,
  linkedin: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
};

export const isShareProvider = (name: string): name is ShareProvider => Object.hasOwn(makers, name);

/** The URL that opens `provider` with a link and a sentence filled in. */
export function shareLink(provider: ShareProvider, url: string, text: string): string {
  return makers[provider](encodeURIComponent(url), encodeURIComponent(text));
}
