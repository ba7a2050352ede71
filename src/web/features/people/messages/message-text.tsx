import { Link } from "#web/ui/link.tsx";

const address = /(https?:\/\/[^\s<>"]+)/u;

/** The text as it was written, with line breaks and clickable URLs. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="own-direction whitespace-pre-wrap wrap-anywhere">
      {text.split(address).map((part, at) => {
        if (at % 2 === 0) return part;
        // Punctuation after a URL belongs to the sentence.
        const [, end = ""] = /([.,;:!?)\]}'»]*)$/u.exec(part) ?? [];
        const href = part.slice(0, part.length - end.length);
        return (
          <span key={at}>
            <Link href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline">
              <bdi dir="ltr">{href}</bdi>
            </Link>
            {end}
          </span>
        );
      })}
    </p>
  );
}
